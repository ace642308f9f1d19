import { Link } from '@tanstack/react-router'
import type { ReactNode, CSSProperties } from 'react'
import type { PeopleFigures } from '#contract/people/persons.ts'
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

/** First-timers of the last 30 days beside the 30 days before. */
function difference({ firstTimersLast30Days, firstTimersBefore }: PeopleFigures): { id: TextId; count: number } {
  const more = firstTimersLast30Days - firstTimersBefore
  if (more === 0) return { id: 'app.figures.same', count: 0 }
  return { id: more > 0 ? 'app.figures.more' : 'app.figures.fewer', count: Math.abs(more) }
}

function OfPeople({ people }: { people: PeopleFigures }) {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const trend = difference(people)
  const size = format.number(church.membershipSize)
  const hasGuests = people.firstTimersByWeek.some(({ count }) => count > 0)
  const share = people.people > 0 ? people.withPhone / people.people : 0
  return (
    <>
      <Figure
        name={t('app.figures.people')}
        value={format.number(people.people)}
        note={
          church.people === people.people
            ? t('app.figures.peopleNote', { size })
            : t('app.figures.peopleCounted', { people: format.number(church.people), size })
        }
      />
      {hasGuests && (
        <Figure
          name={t('app.figures.firstTimers')}
          value={format.number(people.firstTimersLast30Days)}
          note={t(trend.id, { count: format.number(trend.count) })}
        />
      )}
      <Figure
        name={t('app.figures.withPhone')}
        value={format.number(people.withPhone)}
        note={t('app.figures.withPhoneNote', { share: format.percent(share) })}
      />
    </>
  )
}

/** The church in a few numbers, in one card: those that whoever looks may see and that there are. */
export function Figures({ people }: { people: PeopleFigures | null }) {
  const t = useTexts()
  const format = useFormat()
  const { units } = useSession()
  const seesMessages = useCan('messages.read')
  const seesBilling = useCan('billing.read')
  const seesUnits = seesMessages || seesBilling
  if (!people && !seesUnits) return null
  return (
    <Card label={t('app.figures.label')} padded={false}>
      <dl className={classes['figures']}>
        {people && <OfPeople people={people} />}
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
