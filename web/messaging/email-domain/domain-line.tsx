import { useId, type ReactNode } from 'react'
import type { DomainLine, DomainLineFault, DomainLineState } from '#contract/messaging/email-domain.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { IconChevronRight, IconCopy } from '../../ui/icons.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { toast } from '../../ui/toasts/index.ts'
import classes from './email-domain.module.css'

const states: Record<DomainLineState, { tone: Tone; label: TextId }> = {
  found: { tone: 'ok', label: 'messaging.domain.found' },
  differs: { tone: 'bad', label: 'messaging.domain.differs' },
  missing: { tone: 'warn', label: 'messaging.domain.missing' },
  unanswered: { tone: 'unknown', label: 'messaging.domain.unanswered' },
}

const faults: Record<DomainLineFault, { title: TextId; text: TextId }> = {
  cut: { title: 'messaging.domain.cut', text: 'messaging.domain.cutText' },
  quoted: { title: 'messaging.domain.quoted', text: 'messaging.domain.quotedText' },
  several: { title: 'messaging.domain.several', text: 'messaging.domain.severalText' },
  doubled_name: { title: 'messaging.domain.doubledName', text: 'messaging.domain.doubledNameText' },
  elsewhere: { title: 'messaging.domain.elsewhere', text: 'messaging.domain.elsewhereText' },
  other: { title: 'messaging.domain.other', text: 'messaging.domain.otherText' },
}

type PartProps = { title: string; text: string; badge: ReactNode; children?: ReactNode }

/** One of the five checks: what it is for, and how it stands. */
export function Check({ title, text, badge, children }: PartProps) {
  const id = useId()
  return (
    <section className={classes['check']} aria-labelledby={id}>
      <div className={classes['checkHead']}>
        <h3 id={id}>{title}</h3>
        {badge}
        <p className="small muted">{text}</p>
      </div>
      {children}
    </section>
  )
}

/** A value of a line, and the way to copy it. */
function Copied({ label, value }: { label: string; value: string }) {
  const t = useTexts()
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.ok(t('messaging.domain.copied')),
      () => toast.warn(t('messaging.domain.notCopied')),
    )
  return (
    <dd className={classes['copied']}>
      <code dir="ltr">{value}</code>
      <IconButton label={t('messaging.domain.copy', { name: label })} icon={IconCopy} onClick={() => void copy()} />
    </dd>
  )
}

/** A line as it is added at whoever keeps the domain. */
function LineToAdd({ line: { type, name, value } }: { line: DomainLine }) {
  const t = useTexts()
  return (
    <dl className={classes['line']}>
      <dt>{t('messaging.domain.type')}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{t('messaging.domain.name')}</dt>
      <Copied label={t('messaging.domain.name')} value={name} />
      <dt>{t('messaging.domain.value')}</dt>
      <Copied label={t('messaging.domain.value')} value={value} />
    </dl>
  )
}

function Difference({ fault, found }: { fault: DomainLineFault; found: string }) {
  const t = useTexts()
  return (
    <div className={classes['difference']}>
      <p className="strong">{t(faults[fault].title)}</p>
      <code dir="ltr">{found}</code>
      <p className="small">{t(faults[fault].text)}</p>
    </div>
  )
}

/** A line of the domain: folded once it is found, with what is wrong about it until then. */
export function LineCheck({ line, title, text }: { line: DomainLine; title: string; text: string }) {
  const t = useTexts()
  const { tone, label } = states[line.state]
  return (
    <Check title={title} text={text} badge={<Badge tone={tone}>{t(label)}</Badge>}>
      {line.state === 'found' ? (
        <details className={classes['folded']}>
          <summary>
            <IconChevronRight size={16} aria-hidden="true" />
            {t('messaging.domain.showLine')}
          </summary>
          <LineToAdd line={line} />
        </details>
      ) : (
        <LineToAdd line={line} />
      )}
      {line.fault && line.found && <Difference fault={line.fault} found={line.found} />}
    </Check>
  )
}
