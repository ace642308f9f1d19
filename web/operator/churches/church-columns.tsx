import type { ConsoleChurch } from '#contract/operator/churches.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import type { Columns } from '../../ui/data-table/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { ChurchName, GateBadge, LastActive, Size } from './church-parts.tsx'
import classes from './churches.module.css'

const Day = ({ value }: { value: string }) => <span className="num">{useFormat().day(value)}</span>
const DayOf = ({ at }: { at: string }) => {
  const format = useFormat()
  return <span className="num">{format.day(calendarDay(new Date(at), format.timeZone))}</span>
}
const Count = ({ value }: { value: number }) => <span className="num">{useFormat().number(value)}</span>
const CountryName = ({ isoCode }: { isoCode: string }) => (
  <span className={classes['clip']}>{useCountryName()(isoCode)}</span>
)

/** What is shown of a church in the list. */
export const churchColumns: Columns<ConsoleChurch> = [
  {
    id: 'name',
    title: 'operator.churches.church',
    cell: (church) => <ChurchName church={church} />,
    isName: true,
    sortBy: 'name',
  },
  {
    id: 'country',
    title: 'operator.churches.country',
    cell: ({ isoCode }) => <CountryName isoCode={isoCode} />,
    width: '8rem',
    wideOnly: true,
  },
  {
    id: 'plan',
    title: 'operator.churches.plan',
    cell: ({ planName }) => <span className={classes['clip']}>{planName}</span>,
    width: '7.5rem',
    wideOnly: true,
  },
  {
    id: 'expires',
    title: 'operator.churches.expires',
    cell: ({ expiresOn }) => <Day value={expiresOn} />,
    width: '7.5rem',
    sortBy: 'expires',
  },
  { id: 'gate', title: 'operator.churches.gate', cell: ({ gate }) => <GateBadge gate={gate} />, width: '8.5rem' },
  {
    id: 'people',
    title: 'operator.churches.people',
    cell: (church) => <Size church={church} />,
    width: '8.5rem',
    align: 'end',
    sortBy: '-people',
  },
  {
    id: 'units',
    title: 'operator.churches.units',
    cell: ({ units }) => <Count value={units} />,
    width: '6.5rem',
    align: 'end',
    wideOnly: true,
    sortBy: 'units',
  },
  {
    id: 'active',
    title: 'operator.churches.lastActive',
    cell: ({ lastActiveAt }) => <LastActive at={lastActiveAt} />,
    width: '8rem',
    wideOnly: true,
    sortBy: '-active',
  },
  {
    id: 'created',
    title: 'operator.churches.created',
    cell: ({ createdAt }) => <DayOf at={createdAt} />,
    width: '8rem',
    wideOnly: true,
  },
]
