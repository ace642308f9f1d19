import { Link } from '@tanstack/react-router'
import { useTexts, Phrase } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Foot } from '../../ui/data-table/foot.tsx'
import { SearchBox } from '../../ui/data-table/search-box.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Empty, Failed, Loading, NoMatch } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useEventsFilter, type EventsFilter, useEvents } from './queries.ts'
import classes from './events.module.css'
import type { EventRow } from '#contract/checkin/events.ts'
import { ClassBars } from './class-bars.tsx'
import { DateArch } from './date-arch.tsx'
import { Repeats, StateBadge, useLongDay, useTimes } from './event-words.tsx'

/** Who is coming, or who came. */
function Counts({ event: { children, families, checkedIn, state } }: { event: EventRow }) {
  const id = state === 'over' ? 'checkin.event.countsOver' : 'checkin.event.counts'
  return <Phrase id={id} values={{ children, families, came: checkedIn }} parts={{ b: <b className="num" /> }} />
}

/** An event of the list: its day, when and where, and how far its classes are filled. */
function EventCard({ event }: { event: EventRow }) {
  const t = useTexts()
  const timesOf = useTimes()
  const dayOf = useLongDay()
  const { id, name, place, startsAt, state, series } = event
  const isPast = state === 'over' || state === 'cancelled'
  return (
    <li className={classes['card']}>
      <div className={classes['top']}>
        <DateArch at={startsAt} large isOver={isPast} />
        <div className={classes['what']}>
          <div>
            <h2 className="serif">
              <Link to={paths.event} params={{ id }} className={classes['name']}>
                {name}
              </Link>
            </h2>
            <p className="muted">
              <span className="vh">{dayOf(startsAt)}, </span>
              {[timesOf(event), place].filter(Boolean).join(', ')}
            </p>
          </div>
          <div className={classes['standing']}>
            <p>
              <Counts event={event} />
            </p>
            <span className={classes['badges']}>
              <Repeats series={series} />
              <StateBadge event={event} />
            </span>
          </div>
        </div>
      </div>
      <ClassBars items={event.classes} label={t('checkin.event.classesOf', { name })} />
    </li>
  )
}

const parts = [
  { search: {}, label: 'checkin.events.coming' },
  { search: { when: 'over' }, label: 'checkin.events.over' },
] as const

function Parts({ when }: { when: EventsFilter['when'] }) {
  const t = useTexts()
  return (
    <nav className={classes['parts']} aria-label={t('checkin.events.title')}>
      {parts.map(({ search, label }) => {
        const isHere = when === ('when' in search ? search.when : undefined)
        return (
          <Link
            key={label}
            to={paths.events}
            search={search}
            // Otherwise the router marks the first part on every one: its address is the beginning of theirs.
            activeOptions={{ exact: true }}
            aria-current={isHere ? 'page' : undefined}
          >
            {t(label)}
          </Link>
        )
      })}
    </nav>
  )
}

function AddEvent({ isPrimary }: { isPrimary: boolean }) {
  const t = useTexts()
  return (
    <ButtonLink to={paths.addEvent} icon={IconPlus} {...(isPrimary && { kind: 'primary' })}>
      {t('checkin.events.add')}
    </ButtonLink>
  )
}

function Nothing({ when, canManage }: Pick<EventsFilter, 'when'> & { canManage: boolean }) {
  const t = useTexts()
  if (when) return <Empty title={t('checkin.events.noneOverTitle')}>{t('checkin.events.noneOverText')}</Empty>
  return (
    <Empty title={t('checkin.events.noneTitle')} action={canManage && <AddEvent isPrimary />}>
      {t(canManage ? 'checkin.events.noneText' : 'checkin.events.noneTextDesk')}
    </Empty>
  )
}

type ListProps = {
  list: ReturnType<typeof useEvents>
  filtering: ReturnType<typeof useEventsFilter>
  canManage: boolean
}

function List({ list, filtering, canManage }: ListProps) {
  const t = useTexts()
  const { rows, isLoading, failure, retry } = list
  if (isLoading) return <Framed part={<Loading rows={4} />} />
  if (rows.length === 0 && failure) return <Framed part={<Failed failure={failure} onRetry={retry} />} />
  if (rows.length === 0 && filtering.search)
    return (
      <Framed
        part={
          <NoMatch onClear={() => filtering.searchFor('')}>
            {t('checkin.events.noMatch', { search: filtering.search })}
          </NoMatch>
        }
      />
    )
  if (rows.length === 0) return <Framed part={<Nothing {...filtering.state} canManage={canManage} />} />
  return (
    <>
      <ul className={classes['list']} aria-label={t('checkin.events.title')} aria-busy={list.isStale || undefined}>
        {rows.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </ul>
      <Foot {...list} shown={rows.length} />
    </>
  )
}

const Framed = ({ part }: { part: React.ReactNode }) => <Card padded={false}>{part}</Card>

/** The events of the church: those to come, and those that are over. */
export function EventsPage() {
  const t = useTexts()
  const canManage = useCan('checkin.manage')
  const filtering = useEventsFilter()
  const list = useEvents(filtering.state)
  // While there is none at all, the picture below says what comes next.
  const hasAny = list.total > 0 || list.isLoading || filtering.search !== '' || filtering.state.when !== undefined
  const isSearchable = list.rows.length > 0 || filtering.search !== ''
  return (
    <>
      <div className={classes['header']}>
        <PageHeader title={t('checkin.events.title')} actions={canManage && <AddEvent isPrimary={hasAny} />}>
          {t('checkin.events.line')}
        </PageHeader>
        <div className={classes['bar']}>
          <Parts when={filtering.state.when} />
          {isSearchable && (
            <SearchBox
              value={filtering.search}
              onChange={filtering.searchFor}
              label={t('checkin.events.searchLabel')}
              placeholder={t('checkin.events.searchPlaceholder')}
            />
          )}
        </div>
      </div>
      <List list={list} filtering={filtering} canManage={canManage} />
    </>
  )
}
