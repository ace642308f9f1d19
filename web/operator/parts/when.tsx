import { useState } from 'react'
import { calendarDay, useFormat } from '../../languages/format.tsx'

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
