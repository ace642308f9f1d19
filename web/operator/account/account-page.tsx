import { useState } from 'react'
import { confirmOperatorFactor, startOperatorFactor } from '#contract/operator/session.ts'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SetupDialog } from '../../ui/second-factor/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useConsole } from '../console-session.ts'
import { Fact, Facts } from '../facts/facts.tsx'
import { WITH_EACH } from '../form/password-again.tsx'
import classes from './account.module.css'

/** Sets up an authenticator app in place of the one before: a new phone, or new recovery codes. */
function FactorDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const refresh = useRefresh()
  return (
    <SetupDialog
      isReplacing={isOn}
      onStart={(password, code) => call(startOperatorFactor, { body: { password, ...(code && { code }) } })}
      onConfirm={async (setup, code) => (await call(confirmOperatorFactor, { body: { setup, code } })).recoveryCodes}
      onClose={() => {
        onClose()
        void refresh(...WITH_EACH)
      }}
    />
  )
}

/** Who one is at the console, and the own second factor, which is always on. */
export function AccountPage() {
  const t = useTexts()
  const { name, email, hasSecondFactor: isOn, isDemo } = useConsole().operator
  const [isOpened, setOpened] = useState(false)
  const badge = <Badge tone={isOn ? 'ok' : 'warn'}>{t(isOn ? 'operator.account.isOn' : 'operator.demo.badge')}</Badge>
  return (
    <>
      <PageHeader title={t('operator.account.title')}>{t('operator.account.line')}</PageHeader>
      {isDemo && !isOn && <Note tone="warn">{t('operator.demo.noFactor')}</Note>}
      <div className={classes['board']}>
        <Card title={t('operator.account.you')}>
          <Facts>
            <Fact label={t('operator.field.name')}>{name}</Fact>
            <Fact label={t('operator.field.email')}>{email}</Fact>
          </Facts>
        </Card>
        <Card title={t('operator.account.factor')} aside={badge}>
          <div className="stack">
            <p>{t(isOn ? 'operator.account.onText' : 'operator.account.why')}</p>
            <div>
              <Button kind={isOn ? 'outlined' : 'primary'} onClick={() => setOpened(true)}>
                {t(isOn ? 'operator.account.replace' : 'operator.account.switchOn')}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      {isOpened && <FactorDialog isOn={isOn} onClose={() => setOpened(false)} />}
    </>
  )
}
