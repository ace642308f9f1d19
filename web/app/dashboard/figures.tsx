import { Link } from '@tanstack/react-router'
import type { ReactNode, CSSProperties } from 'react'
import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import type { PeopleFigures } from '#contract/people/persons.ts'
import { proportionOf } from '../../followup/charts/proportion.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'
import { scaleFor } from './scale.ts'
import weekColumnsClasses from './week-columns.module.css'

type Week = PeopleFigures['firstTimersByWeek'][number]

/** Days are named under every fourth column: more would not fit a phone. */
const EVERY = 4

/** A share of the plot's height, handed to the style sheet. */
const heightOf = (count: number, top: number) => ({ '--share': count / top }) as CSSProperties

/** One column a week from zero, its number above it; the week that is not over is hatched. */
export function WeekColumns({ weeks }: { weeks: readonly Week[] }) {
  const t = useTexts()
  const format = useFormat()
  const { top, marks } = scaleFor(Math.max(...weeks.map(({ count }) => count)))
  const last = weeks.length - 1
  const spoken = weeks.map(({ weekStartsOn, count }) =>
    t('app.inflow.week', { day: format.shortDay(weekStartsOn), count: format.number(count) }),
  )
  return (
    <div
      className={weekColumnsClasses['chart']}
      role="img"
      aria-label={t('app.inflow.summary', { weeks: spoken.join('; ') })}
    >
      <div className={`${weekColumnsClasses['axis']} num`} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{format.number(mark)}</span>
        ))}
      </div>
      <div className={weekColumnsClasses['plot']} aria-hidden="true">
        {weeks.map(({ weekStartsOn, count }, index) => (
          <div key={weekStartsOn} className={weekColumnsClasses['week']}>
            <span className="num">{format.number(count)}</span>
            <i className={index === last ? weekColumnsClasses['unfinished'] : undefined} style={heightOf(count, top)} />
          </div>
        ))}
      </div>
      <div className={weekColumnsClasses['days']} aria-hidden="true">
        {weeks.map(({ weekStartsOn }, index) => (
          <span key={weekStartsOn}>{(last - index) % EVERY === 0 ? format.shortDay(weekStartsOn) : ''}</span>
        ))}
      </div>
    </div>
  )
}

const Figure = ({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd className={`${classes['value']} num`}>{value}</dd>
    <dd className="small muted">{note}</dd>
  </div>
)

type Guests = NonNullable<Dashboard['guests']>

/** First-timers of the last 30 days beside the 30 days before. */
function difference({ guests, before }: Guests): { id: TextId; count: number } {
  const more = guests - before
  if (more === 0) return { id: 'app.figures.same', count: 0 }
  return { id: more > 0 ? 'app.figures.more' : 'app.figures.fewer', count: Math.abs(more) }
}

/** How many came for the first time, and how many of them came again: of a few no percentage is said. */
function OfGuests({ guests: { guests, returned, before } }: { guests: Guests }) {
  const t = useTexts()
  const format = useFormat()
  const trend = difference({ guests, returned, before })
  const said = proportionOf(returned, guests)
  const fraction = { count: format.number(returned), of: format.number(guests) }
  const isFew = said.kind === 'few' || said.kind === 'none'
  const whole = (share: number): string => format.number(Math.round(share * 100))
  const ofThem = (): string =>
    said.kind === 'range'
      ? t('app.home.cameAgainRange', { ...fraction, low: whole(said.low), high: whole(said.high) })
      : t('app.home.cameAgainOf', fraction)
  return (
    <>
      <Figure
        name={t('app.figures.firstTimers')}
        value={<Link to={paths.firstTimerAnalytics}>{format.number(guests)}</Link>}
        note={t(trend.id, { count: format.number(trend.count) })}
      />
      <Figure
        name={t('app.home.retention')}
        value={isFew ? t('app.home.fraction', fraction) : format.share(returned / guests)}
        note={isFew ? t('app.home.cameAgain') : ofThem()}
      />
    </>
  )
}

function OfPeople({ people }: { people: PeopleFigures }) {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const size = format.number(church.membershipSize)
  return (
    <Figure
      name={t('app.figures.people')}
      value={format.number(people.people)}
      note={
        church.people === people.people
          ? t('app.figures.peopleNote', { size })
          : t('app.figures.peopleCounted', { people: format.number(church.people), size })
      }
    />
  )
}

/** Of a church without first-timers. */
function WithPhone({ people: { people, withPhone } }: { people: PeopleFigures }) {
  const t = useTexts()
  const format = useFormat()
  const share = people > 0 ? withPhone / people : 0
  return (
    <Figure
      name={t('app.figures.withPhone')}
      value={format.number(withPhone)}
      note={t('app.figures.withPhoneNote', { share: format.percent(share) })}
    />
  )
}

/** The church in a few numbers, in one card: those that whoever looks may see and that there are. */
export function Figures({ people, guests }: Pick<Dashboard, 'people' | 'guests'>) {
  const t = useTexts()
  const format = useFormat()
  const { units } = useSession()
  const seesMessages = useCan('messages.read')
  const seesBilling = useCan('billing.read')
  const seesUnits = seesMessages || seesBilling
  const seen = guests && (guests.guests > 0 || guests.before > 0) ? guests : null
  if (!people && !seen && !seesUnits) return null
  return (
    <Card label={t('app.figures.label')} padded={false}>
      <dl className={classes['figures']}>
        {people && <OfPeople people={people} />}
        {seen && <OfGuests guests={seen} />}
        {people && !seen && <WithPhone people={people} />}
        {seesUnits && (
          <Figure
            name={t('app.figures.units')}
            value={format.number(units)}
            note={seesBilling ? <Link to={paths.units}>{t('app.nav.units')}</Link> : t('app.figures.unitsNote')}
          />
        )}
      </dl>
    </Card>
  )
}
