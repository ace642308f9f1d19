import { useState } from 'react'
import type { EmailDomain, EmailSettings } from '#contract/messaging/email-domain.ts'
import { useFormat } from '../../languages/format.tsx'
import { Phrase, useTexts } from '../../languages/index.ts'
import { AnchorButton, Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconMail, IconRefresh } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from './failure-text.ts'
import { useRemoveDomain, useRenewKey } from './queries.ts'
import classes from './email-domain.module.css'

/** Where emails come from meanwhile, and how many of them the day takes. */
export function Meanwhile({ settings: { address, daily } }: { settings: EmailSettings }) {
  const t = useTexts()
  const format = useFormat()
  if (!daily) return null
  return (
    <Card title={t('messaging.domain.untilThen')}>
      <p className={classes['wraps']}>
        <Phrase
          id="messaging.domain.untilThenText"
          values={{ address, most: format.number(daily.most) }}
          parts={{ b: <b /> }}
        />
      </p>
      {daily.sent > 0 && (
        <p className="small muted num">
          {t('messaging.domain.sentToday', { sent: format.number(daily.sent), most: format.number(daily.most) })}
        </p>
      )}
    </Card>
  )
}

const STEPS = [
  'messaging.domain.step1',
  'messaging.domain.step2',
  'messaging.domain.step3',
  'messaging.domain.step4',
] as const

/** The lines in a mail of one's own, for whoever keeps the church's domain. */
function mailOf(subject: string, { lines, newKey }: EmailDomain): string {
  const all = [...lines, ...(newKey ? [newKey] : [])].filter(({ state }) => state !== 'found')
  const body = all.map(({ type, name, value }) => `${type}\n${name}\n${value}`).join('\n\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** How somebody who has never seen a DNS gets the lines there. */
export function WhereToAdd({ domain }: { domain: EmailDomain }) {
  const t = useTexts()
  if (domain.state === 'aligned' && !domain.newKey) return null
  const mail = mailOf(t('messaging.domain.mailSubject', { domain: domain.name }), domain)
  return (
    <Card title={t('messaging.domain.where')}>
      <div className={classes['form']}>
        <ol className={classes['steps']}>
          {STEPS.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        <AnchorButton href={mail} icon={IconMail} block>
          {t('messaging.domain.sendLines')}
        </AnchorButton>
      </div>
    </Card>
  )
}

/** What is done seldom: another key, and no domain any more. */
export function DomainActs({ domain }: { domain: EmailDomain }) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  const renew = useRenewKey()
  const remove = useRemoveDomain()
  const failed = (failure: unknown) => void toast.bad(t(failureText(failure)))
  const actions = (
    <>
      <Button onClick={() => setAsking(false)}>{t('messaging.domain.keep')}</Button>
      <Button
        kind="danger"
        busy={remove.busy}
        onClick={() => remove.run(undefined, { failed, done: () => void toast.ok(t('messaging.domain.removed')) })}
      >
        {t('messaging.domain.remove')}
      </Button>
    </>
  )
  return (
    <div className={classes['acts']}>
      <Button
        block
        icon={IconRefresh}
        busy={renew.busy}
        onClick={() => renew.run(undefined, { failed, done: () => void toast.ok(t('messaging.domain.renewed')) })}
      >
        {t('messaging.domain.renew')}
      </Button>
      <Button block kind="danger" onClick={() => setAsking(true)}>
        {t('messaging.domain.remove')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('messaging.domain.removeTitle')}
        actions={actions}
      >
        <p>{t('messaging.domain.removeText', { domain: domain.name })}</p>
      </Dialog>
    </div>
  )
}
