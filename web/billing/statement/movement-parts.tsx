import type { StatementLine, UnitMovement } from '#contract/billing/statement.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import classes from './statement.module.css'

type OpenLine = (line: StatementLine) => void
type One = { line: StatementLine; onOpen: OpenLine }
type Told = Pick<UnitMovement, 'kind' | 'subject'>

const words: Record<Exclude<UnitMovement['kind'], 'grant'>, TextId> = {
  hold: 'billing.statement.held',
  post: 'billing.statement.spent',
  release: 'billing.statement.released',
  return: 'billing.statement.returned',
  revoke: 'billing.statement.revoked',
}

/** What happened to the units. Those that came without a payment were a gift of the installation. */
export function wordOf({ kind, subject }: Told): TextId {
  if (kind !== 'grant') return words[kind]
  return subject ? 'billing.statement.bought' : 'billing.statement.given'
}

/** What a line comes to; several movements of one message are told by what became of its units. */
export function lineWordOf({ kind, subject, reserved, used, change }: StatementLine): TextId {
  if (kind) return wordOf({ kind, subject })
  if (reserved > 0) return 'billing.statement.held'
  if (used > 0) return 'billing.statement.usedFor'
  return change > 0 ? 'billing.statement.kindReturn' : 'billing.statement.notUsed'
}

/** Movements of a message: the line opens to show them. */
const opens = ({ subject }: StatementLine) => subject !== null && subject.kind !== 'payment'

export function What({ line, onOpen }: One) {
  const word = useTexts()(lineWordOf(line))
  if (!opens(line)) return <span className="strong">{word}</span>
  return (
    <button
      type="button"
      data-row-link=""
      aria-haspopup="dialog"
      className={`strong ${classes['open']}`}
      onClick={() => onOpen(line)}
    >
      {word}
    </button>
  )
}

/** The payment or the message that it was for: a payment leads to its receipt. A notice is nobody's to read. */
export function Subject({ line: { subject } }: Pick<One, 'line'>) {
  const t = useTexts()
  if (!subject) return null
  if (subject.kind === 'payment')
    return (
      <RowLink to={paths.receipt} params={{ id: subject.id }} className={classes['subject']}>
        <bdi dir="ltr">{subject.text}</bdi>
      </RowLink>
    )
  const text = subject.kind === 'notice' ? t('billing.statement.notice') : subject.text
  return <span className={classes['subject']}>{text}</span>
}

export const When = ({ at }: { at: string }) => <span className="num">{useFormat().dateTime(at)}</span>

/** What the free units gained or gave. Spending takes those that were set aside: nothing comes or goes then. */
export function Units({ change, spent }: { change: number; spent: number }) {
  const format = useFormat()
  if (change === 0) return <span className="num muted">{format.number(spent)}</span>
  const sign = change > 0 ? '+' : '−'
  return (
    <bdi dir="ltr" className="num strong">
      {sign}
      {format.number(Math.abs(change))}
    </bdi>
  )
}

/** When it was, and what was left then. */
export function After({ at, balance, held }: Pick<UnitMovement, 'at' | 'balance' | 'held'>) {
  const t = useTexts()
  const format = useFormat()
  const left = { balance: format.number(balance), count: held, held: format.number(held) }
  return (
    <span className={`small muted num ${classes['after']}`}>
      <span>{format.dateTime(at)}</span>
      <span>{t('billing.statement.left', left)}</span>
    </span>
  )
}

/** A line on a phone: what, how many, for what, and what is left. */
export const LineCard = ({ line, onOpen }: One) => (
  <div className={classes['card']}>
    <div className="row between">
      <What line={line} onOpen={onOpen} />
      <Units change={line.change} spent={line.used} />
    </div>
    <Subject line={line} />
    <After {...line} />
  </div>
)
