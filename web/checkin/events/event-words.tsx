import type { EventRow } from '#contract/checkin/events.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { IconRepeat } from '../../ui/icons.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import classes from './events.module.css'

type Times = Pick<EventRow, 'startsAt' | 'endsAt'>

/** "9:00 – 11:30 AM", with the days when it ends on another one. */
export function useTimes(): (event: Times) => string {
  const { times } = useFormat()
  return ({ startsAt, endsAt }) => times(startsAt, endsAt)
}

/** "Sunday, November 22" of an instant. */
export function useLongDay(): (at: string) => string {
  const format = useFormat()
  return (at) => format.longDay(calendarDay(new Date(at), format.timeZone))
}

const states: Record<EventRow['state'], { tone: Tone; text: TextId }> = {
  open: { tone: 'ok', text: 'checkin.event.stateOpen' },
  not_yet: { tone: 'info', text: 'checkin.event.stateNotYet' },
  closed: { tone: 'neutral', text: 'checkin.event.stateClosed' },
  over: { tone: 'neutral', text: 'checkin.event.stateOver' },
  cancelled: { tone: 'bad', text: 'checkin.event.stateCancelled' },
}

/** Whether families can register now. */
export function StateBadge({ event: { state, opensAt } }: { event: Pick<EventRow, 'state' | 'opensAt'> }) {
  const t = useTexts()
  const format = useFormat()
  const { tone, text } = states[state]
  const day = opensAt ? format.shortDay(calendarDay(new Date(opensAt), format.timeZone)) : ''
  return <Badge tone={tone}>{t(text, { day })}</Badge>
}

/** "Every week" of a service that repeats; nothing for one that stands alone. */
export function Repeats({ series }: Pick<EventRow, 'series'>) {
  const t = useTexts()
  if (!series || series.ended) return null
  return (
    <span className={classes['repeats']}>
      <IconRepeat size={16} stroke={1.75} aria-hidden="true" />
      {t('checkin.event.everyWeeks', { count: series.intervalWeeks })}
    </span>
  )
}
