import type { UnitMovement } from '#contract/billing/statement.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import classes from './statement.module.css'

type One = { movement: UnitMovement }

const words: Record<Exclude<UnitMovement['kind'], 'grant'>, TextId> = {
  hold: 'billing.statement.held',
  post: 'billing.statement.spent',
  release: 'billing.statement.released',
  return: 'billing.statement.returned',
  revoke: 'billing.statement.revoked',
}

/** What happened to the units. Those that came without a payment were a gift of the installation. */
export function wordOf({ kind, subject }: UnitMovement): TextId {
  if (kind !== 'grant') return words[kind]
  return subject ? 'billing.statement.bought' : 'billing.statement.given'
}

export const What = ({ movement }: One) => <span className="strong">{useTexts()(wordOf(movement))}</span>

/** The payment or the message that it was for: it leads to the receipt or to the message's report. A notice is nobody's to read. */
export function Subject({ movement: { subject } }: One) {
  const t = useTexts()
  const seesMessages = useCan('messages.read')
  if (!subject) return null
  if (subject.kind === 'notice') return <span className={classes['subject']}>{t('billing.statement.notice')}</span>
  const isPayment = subject.kind === 'payment'
  const text = isPayment ? <bdi dir="ltr">{subject.text}</bdi> : subject.text
  if (!isPayment && !seesMessages) return <span className={classes['subject']}>{text}</span>
  return (
    <RowLink
      to={isPayment ? paths.receipt : paths.sentSmsReport}
      params={{ id: subject.id }}
      className={classes['subject']}
    >
      {text}
    </RowLink>
  )
}

export const When = ({ movement: { at } }: One) => <span className="num">{useFormat().dateTime(at)}</span>

/** What the free units gained or gave. Spending takes those that were set aside: nothing comes or goes then. */
export function Units({ movement: { change, units } }: One) {
  const format = useFormat()
  if (change === 0) return <span className="num muted">{format.number(units)}</span>
  const sign = change > 0 ? '+' : '−'
  return (
    <bdi dir="ltr" className="num strong">
      {sign}
      {format.number(Math.abs(change))}
    </bdi>
  )
}

/** A movement on a phone: what, how many, for what, and what is left. */
export function MovementCard({ movement }: One) {
  const t = useTexts()
  const format = useFormat()
  const left = {
    balance: format.number(movement.balance),
    count: movement.held,
    held: format.number(movement.held),
  }
  return (
    <div className={classes['card']}>
      <div className="row between">
        <What movement={movement} />
        <Units movement={movement} />
      </div>
      <Subject movement={movement} />
      <span className={`small muted num ${classes['after']}`}>
        <span>{format.dateTime(movement.at)}</span>
        <span>{t('billing.statement.left', left)}</span>
      </span>
    </div>
  )
}
