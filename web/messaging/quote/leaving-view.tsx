import type { Departure, SmsQuote } from '#contract/messaging/sms.ts'
import { presentTime } from '../../device/clock.ts'
import { clockTime, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { IconClock, IconSend } from '../../ui/icons.ts'
import { cityOf, dayNameOf, isAlwaysOpen, leavingOf } from './leaving.ts'
import classes from './leaving.module.css'

/** Day, date and time of an instant, as the texts that name one take them. */
export function useDayAndTime() {
  const { timeZone, time, longDate } = useFormat()
  return (at: string) => ({ day: dayNameOf(at, presentTime(), timeZone), date: longDate(at), time: time(at) })
}

const goesNow = {
  all: 'messaging.leaving.allNow',
  nowAndThen: 'messaging.leaving.nowAndThen',
  nowAndLater: 'messaging.leaving.nowAndLater',
} as const
/** The same of one that is to go at a time to come. */
const goesThen = {
  all: 'messaging.schedule.allThen',
  nowAndThen: 'messaging.schedule.thenAndLater',
  nowAndLater: 'messaging.schedule.someThen',
} as const

/** When a message leaves, in one line; '' when nobody receives it. `isToCome`: as of the time that is chosen for it. */
export function useLeavingLine(isToCome = false) {
  const t = useTexts()
  const { number } = useFormat()
  const dayAndTime = useDayAndTime()
  return (departures: readonly Departure[]): string => {
    const { now, later, next, isOneTime } = leavingOf(departures)
    if (now + later === 0) return ''
    const words = isToCome ? goesThen : goesNow
    if (next === null) return t(words.all, { count: now })
    const counts = { now: number(now), later: number(later), count: later, ...dayAndTime(next) }
    if (!isOneTime) return t(now > 0 ? words.nowAndLater : 'messaging.leaving.later', counts)
    return t(now > 0 ? words.nowAndThen : 'messaging.leaving.then', counts)
  }
}

function Place({ departure }: { departure: Departure }) {
  const t = useTexts()
  const { number, clock } = useFormat()
  const countryName = useCountryName()
  const dayAndTime = useDayAndTime()
  const { isoCode, people, at, hours } = departure
  const where = isoCode ? countryName(isoCode) : t('messaging.leaving.elsewhere')
  const values = { people: number(people), where, ...(at !== null && dayAndTime(at)) }
  const why = () => {
    if (!hours || isAlwaysOpen(departure)) return t('messaging.leaving.anyTime')
    const open = { opens: clock(hours.opens), closes: clock(hours.closes), city: cityOf(hours.timeZone) }
    if (at === null) return t('messaging.leaving.openUntil', open)
    return t('messaging.leaving.openFrom', { ...open, now: clock(clockTime(presentTime(), hours.timeZone)) })
  }
  const Sign = at === null ? IconSend : IconClock
  return (
    <li>
      <Sign size={18} stroke={1.75} aria-hidden="true" />
      <span className="strong">
        {t(at === null ? 'messaging.leaving.placeNow' : 'messaging.leaving.placeThen', values)}
      </span>
      <span className="small muted">{why()}</span>
    </li>
  )
}

/** How many go now and how many wait, for what, and by whose clock. */
export function LeavingView({ departures }: Pick<SmsQuote, 'departures'>) {
  const line = useLeavingLine()
  const { now, later } = leavingOf(departures)
  if (now + later === 0) return null
  return (
    <div className={classes['leaving']}>
      <h3 className="num">{line(departures)}</h3>
      {now > 0 && later > 0 && (
        <div className={classes['bar']} aria-hidden="true">
          <i style={{ flexGrow: now }} />
          <i style={{ flexGrow: later }} />
        </div>
      )}
      <ul className="num">
        {departures.map((departure) => (
          <Place key={`${departure.isoCode} ${departure.routeId} ${departure.at}`} departure={departure} />
        ))}
      </ul>
    </div>
  )
}
