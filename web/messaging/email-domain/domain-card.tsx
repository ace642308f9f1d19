import type { DomainLine, EmailDomain } from '#contract/messaging/email-domain.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconCheck, IconRefresh } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { Alignment } from './alignment.tsx'
import { Check, LineCheck } from './domain-line.tsx'
import { failureText } from './failure-text.ts'
import { useCheckDomain } from './queries.ts'
import classes from './email-domain.module.css'

const CHECKS = 5

const words: Record<DomainLine['kind'], { title: TextId; text: TextId }> = {
  spf: { title: 'messaging.domain.spf', text: 'messaging.domain.spfText' },
  dkim: { title: 'messaging.domain.dkim', text: 'messaging.domain.dkimText' },
  dmarc: { title: 'messaging.domain.dmarc', text: 'messaging.domain.dmarcText' },
}

/** How many of the checks are right, and the way to look again. */
function Overview({ domain }: { domain: EmailDomain }) {
  const t = useTexts()
  const format = useFormat()
  const check = useCheckDomain()
  const { right, checkedAt, nextCheckAt } = domain
  const isRight = right === CHECKS
  const seen = checkedAt
    ? t('messaging.domain.checked', { at: format.lately(checkedAt), next: format.lately(nextCheckAt) })
    : t('messaging.domain.notChecked')
  const look = () => check.run(undefined, { failed: (failure) => void toast.bad(t(failureText(failure))) })
  return (
    <div className={classes['overview']}>
      <span className={`${classes['arch']} ${isRight ? classes['good'] : ''} num`} aria-hidden="true">
        {isRight ? <IconCheck size={28} /> : `${right}/${CHECKS}`}
      </span>
      <div>
        <h2 className="serif">{domain.name}</h2>
        <p className="muted num" role="status">
          {isRight ? t('messaging.domain.allRight') : t('messaging.domain.someRight', { right, of: CHECKS })} {seen}
        </p>
      </div>
      <Button {...(isRight ? {} : { kind: 'primary' })} icon={IconRefresh} busy={check.busy} onClick={look}>
        {t('messaging.domain.checkAgain')}
      </Button>
    </div>
  )
}

/** The church's domain: its five checks, each with what is to be done about it. */
export function DomainCard({ domain }: { domain: EmailDomain }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <Card padded={false} label={domain.name}>
      <Overview domain={domain} />
      {domain.lines.map((line) => (
        <LineCheck key={line.kind} line={line} title={t(words[line.kind].title)} text={t(words[line.kind].text)} />
      ))}
      {domain.newKey && (
        <LineCheck line={domain.newKey} title={t('messaging.domain.newKey')} text={t('messaging.domain.newKeyText')} />
      )}
      <Alignment domain={domain} />
      <Check
        title={t('messaging.domain.oneClick')}
        text={t('messaging.domain.oneClickText')}
        badge={<Badge tone="ok">{t('messaging.domain.on')}</Badge>}
      />
      {domain.oldKeys.map(({ name, removableFrom }) => (
        <p key={name} className={`${classes['check']} small muted`}>
          {t('messaging.domain.oldKey', { name, day: format.dateTime(removableFrom) })}
        </p>
      ))}
    </Card>
  )
}
