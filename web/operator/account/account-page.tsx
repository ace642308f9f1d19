import { useState } from 'react'
import { confirmOperatorFactor, startOperatorFactor, stopOperatorFactor } from '#contract/operator/session.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog, SetupDialog } from '../../ui/second-factor/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDesk } from '../desk-session.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { useRefresh } from '../parts/use-refresh.ts'
import classes from './account.module.css'

type FactorDialogProps = { isOn: boolean; onClose: () => void }

/** Switches the second factor on, or off. */
function FactorDialog({ isOn, onClose }: FactorDialogProps) {
  const t = useTexts()
  const refresh = useRefresh()
  if (!isOn)
    return (
      <SetupDialog
        onStart={(password) => call(startOperatorFactor, { body: { password } })}
        onConfirm={async (setup, code) => {
          await call(confirmOperatorFactor, { body: { setup, code } })
          toast.ok(t('operator.account.switchedOn'))
          onClose()
          await refresh()
          return []
        }}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={t('operator.account.offTitle')}
      text={t('operator.account.offText')}
      submit={t('operator.account.switchOff')}
      onConfirm={async (proof) => {
        await call(stopOperatorFactor, { body: proof })
        toast.ok(t('operator.account.switchedOff'))
        onClose()
        await refresh()
      }}
      onClose={onClose}
    />
  )
}

/** Who one is at the desk, and the own second factor. */
export function AccountPage() {
  const t = useTexts()
  const { name, email, hasSecondFactor: isOn } = useDesk().operator
  const [opened, setOpened] = useState<'on' | 'off' | null>(null)
  const badge = (
    <Badge tone={isOn ? 'ok' : 'neutral'}>{t(isOn ? 'operator.account.isOn' : 'operator.account.isOff')}</Badge>
  )
  return (
    <>
      <PageHeader title={t('operator.account.title')}>{t('operator.account.line')}</PageHeader>
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
              <Button kind={isOn ? 'outlined' : 'primary'} onClick={() => setOpened(isOn ? 'off' : 'on')}>
                {t(isOn ? 'operator.account.switchOff' : 'operator.account.switchOn')}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      {opened && <FactorDialog isOn={opened === 'off'} onClose={() => setOpened(null)} />}
    </>
  )
}
