import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { readFirstTimerMonths, type GuestMonth } from '#contract/followup/analytics.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import { Figure } from '../charts/figure.tsx'
import { proportionOf } from '../charts/proportion.ts'
import classes from './months.module.css'
import { useSeePeople } from './people-door.tsx'
import { useAnalyticsWords } from './words.ts'

type Cell = GuestMonth['within'][number]
type CellProps = { month: GuestMonth; cell: Cell; owner?: string | undefined }

const weightOf = (share: number) => ({ '--p': Math.round(share * 100) }) as CSSProperties

/** The share of a month who came again within so many days; hatched, with the day, until it can be said. */
function MonthCell({ month, cell: { days, people, ripeOn }, owner }: CellProps) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  if (people === null)
    return (
      <div className={classes['unripe']}>
        <span className="num">
          <span className={classes['wide']}>{t('followup.analytics.monthsFrom')} </span>
          {format.shortDay(ripeOn)}
        </span>
      </div>
    )
  if (month.guests === 0) return <div className={classes['nobody']} />
  const said = proportionOf(people, month.guests)
  const fraction = words.fraction(people, month.guests)
  const title = t('followup.analytics.monthsCell', { month: words.month(month.from), days, fraction })
  const figure = { from: month.from, until: month.until, within: `${days}` as '7', ...(owner && { owner }) }
  return (
    <button
      type="button"
      className={`num ${classes['cell']} ${said.kind === 'few' ? classes['few'] : ''}`}
      style={weightOf(said.kind === 'few' ? 0 : people / month.guests)}
      onClick={() => see({ title, line: words.days(month), figure })}
    >
      <b>{said.kind === 'few' ? fraction : format.share(people / month.guests)}</b>
      {said.kind === 'range' && <span>{words.range(said.low, said.high)}</span>}
      {said.kind === 'share' && <span>{fraction}</span>}
      <span className="vh">{t('followup.analytics.see', { figure: title })}</span>
    </button>
  )
}

function MonthRow({ month, owner }: Omit<CellProps, 'cell'>) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const { from, until, guests, isOver, easterOn, changed } = month
  const title = t('followup.analytics.peopleGuests', { count: guests })
  const net = changed ? changed.added - changed.removed : 0
  return (
    <tr>
      <th scope="row">
        {words.month(from)} {from.endsWith('-01-01') || from.slice(5, 7) === '12' ? from.slice(0, 4) : ''}
        {!isOver && <Badge>{t('followup.analytics.monthsSoFar')}</Badge>}
        {easterOn && (
          <Badge tone="accent">{t('followup.analytics.monthsEaster', { day: format.shortDay(easterOn) })}</Badge>
        )}
        {changed && <Badge tone="info">{net > 0 ? `+${format.number(net)}` : format.number(net)}</Badge>}
      </th>
      <td>
        <Figure
          label={t('followup.analytics.see', { figure: title })}
          onSee={() => see({ title, line: words.days(month), figure: { from, until, ...(owner && { owner }) } })}
        >
          {format.number(guests)}
        </Figure>
      </td>
      {month.within.map((cell) => (
        <td key={cell.days}>
          <MonthCell month={month} cell={cell} owner={owner} />
        </td>
      ))}
    </tr>
  )
}

/** A month that was closed and has changed since. */
function Changed({ month: { from, until, changed } }: { month: GuestMonth }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  if (!changed) return null
  const { since, added, removed } = changed
  const net = added - removed
  const said = { month: words.month(from), day: format.shortDay(since) }
  const title = t('followup.analytics.monthsChanged', { ...said, net: net > 0 ? `+${net}` : `${net}` })
  const open = () => see({ title, line: words.days({ from, until }), figure: { from, until, changedSince: since } })
  const action = (
    <Button size="sm" onClick={open}>
      {t('followup.analytics.monthsSeePeople', { count: added + removed })}
    </Button>
  )
  return (
    <Note tone="info" action={action}>
      <div className="strong num">{title}</div>
      <p className="small muted num">
        {t('followup.analytics.monthsChangedHow', { added: format.number(added), removed: format.number(removed) })}
      </p>
    </Note>
  )
}

const DAYS = [7, 30, 90, 180]
/** Of older ones the sign beside the month is enough: a church that brought its past along has changed every month. */
const TOLD = 2

function useSheet(months: readonly GuestMonth[]) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const said = (month: GuestMonth, { people, ripeOn }: Cell): string => {
    if (people === null) return t('followup.analytics.monthsRipeOn', { day: format.day(ripeOn) })
    return [words.fraction(people, month.guests), words.note(people, month.guests)].filter(Boolean).join(' · ')
  }
  const days = DAYS.map((each) => t('followup.analytics.monthsDays', { count: each }))
  return {
    headings: [t('followup.analytics.monthsFirstVisit'), t('followup.analytics.monthsGuests'), ...days],
    rows: months.map((month) => [
      `${words.month(month.from)} ${month.from.slice(0, 4)}`,
      format.number(month.guests),
      ...month.within.map((cell) => said(month, cell)),
    ]),
  }
}

function Grid({ months, owner, ownerWord }: { months: readonly GuestMonth[] } & Omit<MonthsProps, 'title'>) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const sheet = useSheet(months)
  const title = t('followup.analytics.months')
  const total = months.reduce((sum, { guests }) => sum + guests, 0)
  const period = words.days({ from: months.at(-1)?.from ?? '', until: months[0]?.until ?? '' })
  const heading = { title, period, count: t('followup.analytics.peopleGuests', { count: total }) }
  return (
    <ChartCard heading={heading} note={`${t('followup.analytics.monthsNote')} ${ownerWord}`} kind="sheet" sheet={sheet}>
      <div className={classes['notes']}>
        {months
          .filter(({ changed }) => changed)
          .slice(0, TOLD)
          .map((month) => (
            <Changed key={month.from} month={month} />
          ))}
      </div>
      <table className={classes['grid']}>
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('followup.analytics.monthsFirstVisit')}</th>
            <th scope="col">{t('followup.analytics.monthsGuests')}</th>
            {DAYS.map((each) => (
              <th key={each} scope="col">
                <span className={classes['wide']}>{t('followup.analytics.monthsDays', { count: each })}</span>
                <span className={classes['narrow']}>
                  {t('followup.analytics.monthsDaysShort', { count: format.number(each) })}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <MonthRow key={month.from} month={month} owner={owner} />
          ))}
        </tbody>
      </table>
      <p className={classes['key']}>
        <span>
          <i className={classes['keyUnripe']} />
          {t('followup.analytics.monthsUnripe')}
        </span>
        <span>
          <i className={classes['keyFew']} />
          {t('followup.analytics.monthsFew')}
        </span>
        <span>{t('followup.analytics.monthsRange')}</span>
      </p>
    </ChartCard>
  )
}

type MonthsProps = { owner?: string | undefined; ownerWord: string }

/** Who came again, by month of the first visit; and what of the past has changed since it was counted. */
export function MonthsCard({ owner, ownerWord }: MonthsProps) {
  const t = useTexts()
  const { data, error, isPending, refetch } = useQuery(
    read(readFirstTimerMonths, { query: { ...(owner && { owner }) } }),
  )
  if (data) return <Grid months={data.months} owner={owner} ownerWord={ownerWord} />
  return (
    <Card label={t('followup.analytics.months')} padded={false}>
      {isPending && <Loading rows={5} />}
      {error && <Failed failure={error} onRetry={() => void refetch()} />}
    </Card>
  )
}
