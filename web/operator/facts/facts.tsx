import { type ReactNode, useState } from 'react'
import classes from '../form/console.module.css'
import { calendarDay, useFormat } from '../../languages/format.tsx'

/** What is known of one thing, line by line: `<Facts><Fact label="…">…</Fact></Facts>`. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes['facts']}>{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

type OpenerProps = { onOpen: () => void; second?: ReactNode; children: ReactNode }

/** The name of a row that opens a dialog, and a quieter line below it; a press anywhere on the row opens it too. */
export const Opener = ({ onOpen, second, children }: OpenerProps) => (
  <>
    <button type="button" className={classes['opener']} data-row-link="" aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
    {second !== undefined && (
      <span data-roomy="" className={classes['second']}>
        {second}
      </span>
    )}
  </>
)

const LATELY_MS = 6 * 86_400_000

/** An instant in a list: weekday and time of the last days, else the day. */
export function When({ at }: { at: string | null }) {
  const format = useFormat()
  const [now] = useState(Date.now)
  if (!at) return null
  const isLate = Date.parse(at) > now - LATELY_MS
  return (
    <span className="num" title={format.dateTime(at)}>
      {isLate ? format.lately(at) : format.day(calendarDay(new Date(at), format.timeZone))}
    </span>
  )
}
