import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { exportPeople, type PersonRow } from '#contract/people/persons.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { paths } from '../../routing/paths.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { useTableSelection, type Column, type Columns } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { RowActs, SelectionActs } from './list-acts.tsx'
import { usePeopleChanges } from '../changes/use-people-changes.tsx'
import {
  peopleOrderOf,
  peopleQueryOf,
  type peopleSorts,
  usePeopleFilter,
  type PeopleFiltering,
  usePeople,
} from '../people-filter.ts'
import { peopleFilters } from './people-filters.tsx'
import { useQuery } from '@tanstack/react-query'
import { listDuplicates } from '#contract/people/changes.ts'
import { read } from '../../api/queries.ts'
import { IconUpload, IconUserPlus } from '../../ui/icons.ts'
import { useFormat } from '../../languages/format.tsx'
import { Belongs, GroupNames, MailAddress, PersonCard, Reach, Who } from '../person-parts.tsx'
import { nameOf } from '../words.ts'

const Day = ({ value }: { value: string }) => <span className="num">{useFormat().day(value)}</span>

const name = (withMail: boolean): Column<PersonRow> => ({
  id: 'name',
  title: 'people.list.name',
  cell: (person) => <Who person={person} withMail={withMail} />,
  isName: true,
  sortBy: 'name',
})

const others: Columns<PersonRow> = [
  {
    id: 'phone',
    title: 'people.list.phone',
    cell: (person) => <Reach person={person} />,
    width: '10.5rem',
  },
  {
    id: 'email',
    title: 'people.list.email',
    cell: (person) => <MailAddress person={person} />,
    width: '19%',
    wideOnly: true,
  },
  {
    id: 'groups',
    title: 'people.list.groups',
    cell: ({ groups }) => <GroupNames groups={groups} />,
    width: '11%',
    wideOnly: true,
  },
  {
    id: 'kind',
    title: 'people.list.kind',
    cell: (person) => <Belongs person={person} />,
    width: '8rem',
  },
  {
    id: 'joined',
    title: 'people.list.joined',
    cell: ({ joinedOn }) => <Day value={joinedOn} />,
    width: '7.5rem',
    align: 'end',
    wideOnly: true,
    sortBy: '-joined',
  },
]

/** The address stands below the name unless it has a column of its own. */
const usual: Columns<PersonRow> = [name(true), ...others]
const withMailColumn: Columns<PersonRow> = [name(false), ...others]

const idOf = ({ id }: PersonRow) => id
const card = (person: PersonRow) => <PersonCard person={person} />

/** The ways in which people come into the list. */
function ListActions() {
  const t = useTexts()
  return (
    <>
      <ButtonLink to={paths.imports} icon={IconUpload}>
        {t('people.list.import')}
      </ButtonLink>
      <ButtonLink to={paths.addPerson} kind="primary" icon={IconUserPlus}>
        {t('people.list.add')}
      </ButtonLink>
    </>
  )
}

/** One is enough to know that there are some; who they are is seen on their page. */
const ASKED = { limit: 1 }
const STAYS_TRUE_MS = 300_000

/** Leads to the people who may be there twice; nothing where there are none. */
function MayBeTwice() {
  const t = useTexts()
  const { data } = useQuery({ ...read(listDuplicates, { query: ASKED }), staleTime: STAYS_TRUE_MS })
  if (!data || data.items.length === 0) return null
  return (
    <>
      {' · '}
      <Link to={paths.duplicates}>{t('people.list.mayBeTwice')}</Link>
    </>
  )
}

type One = { filtering: PeopleFiltering }

/** Ticked rows, what may be done with them and with each; nothing to tick for those who may neither send nor write. */
function useActs(filtering: PeopleFiltering, total: number) {
  const [canSend, canWrite] = [useCan('messages.send'), useCan('people.write')]
  const { value, onChange } = useTableSelection(filtering.found)
  const acts = usePeopleChanges()
  const isArchived = filtering.state.archived === 'yes'
  const actions = <SelectionActs filter={filtering.state} total={total} value={value} onChange={onChange} acts={acts} />
  const canTick = canWrite || (canSend && !isArchived)
  return {
    selection: canTick ? { value, onChange, actions, canMatch: true } : undefined,
    rowActions: (person: PersonRow) => <RowActs person={person} isArchived={isArchived} acts={acts} />,
    dialog: acts.dialog,
  }
}

const exported: readonly ExportColumn[] = [
  { id: 'firstName', title: 'people.export.firstName', of: 'name' },
  { id: 'lastName', title: 'people.export.lastName', of: 'name' },
  { id: 'phone', title: 'people.list.phone', of: 'phone' },
  { id: 'email', title: 'people.list.email', of: 'email' },
  { id: 'groups', title: 'people.list.groups', of: 'groups' },
  { id: 'kind', title: 'people.list.kind', of: 'kind' },
  { id: 'gender', title: 'people.export.gender' },
  { id: 'maritalStatus', title: 'people.export.maritalStatus' },
  { id: 'birthday', title: 'people.export.birthday' },
  { id: 'address', title: 'people.export.address' },
  { id: 'joined', title: 'people.list.joined', of: 'joined' },
]

const sortNames: Record<(typeof peopleSorts)[number], TextId> = {
  name: 'people.sort.name',
  '-name': 'people.sort.nameBack',
  '-joined': 'people.sort.joinedBack',
  joined: 'people.sort.joined',
}

const words: ListWords = {
  title: 'people.list.title',
  searchLabel: 'people.list.searchLabel',
  searchPlaceholder: 'people.list.searchPlaceholder',
  show: 'people.filter.show',
  noMatch: 'people.list.noMatch',
  emptyTitle: 'people.list.emptyTitle',
}

function NobodyMatches({ filtering }: One) {
  const t = useTexts()
  if (filtering.search) return <NoMatch onClear={filtering.clearAll}>{t('people.list.noMatch')}</NoMatch>
  return (
    <Empty
      picture="lens"
      title={t('people.list.noMatchTitle')}
      action={<Button onClick={filtering.clearAll}>{t('people.list.clearFilters')}</Button>}
    />
  )
}

/** How many there are, and how many of them the list shows. */
function Line({ filtering, list }: One & { list: ReturnType<typeof usePeople> }) {
  const t = useTexts()
  const whole = useSession().church.people
  const canWrite = useCan('people.write')
  const isCounted = !list.isLoading && !list.isStale && !list.failure
  const count = isCounted && !filtering.isNarrowed ? list.total : whole
  return (
    <>
      <span className="num">
        {isCounted && filtering.isNarrowed
          ? t('people.list.matching', { count, match: list.total })
          : t('people.list.count', { count })}
      </span>
      {canWrite && <MayBeTwice />}
    </>
  )
}

function Nobody({ actions }: { actions: ReactNode }) {
  const t = useTexts()
  return (
    <Empty title={t('people.list.emptyTitle')} action={actions}>
      {t('people.list.emptyText')}{' '}
      <Link to={paths.people} search={{ archived: 'yes' }}>
        {t('people.list.seeArchived')}
      </Link>
    </Empty>
  )
}

/** The people of the church. */
export function PeoplePage() {
  const t = useTexts()
  const filtering = usePeopleFilter()
  const list = usePeople(filtering.state)
  const { dialog, selection, rowActions } = useActs(filtering, list.total)
  const actions = useCan('people.write') && <ListActions />
  const exporting = useListExport({
    endpoint: exportPeople,
    query: { ...peopleQueryOf(filtering.state), ...peopleOrderOf(filtering.state) },
    columns: exported,
    shown: filtering.shown,
    total: list.total,
    title: t('people.list.title'),
    what: t('people.list.count', { count: list.total }),
    church: useSession().church.name,
  })
  return (
    <ListPage
      {...{ words, filtering, list, card, idOf, nameOf, sortNames, exporting, selection, rowActions, actions }}
      name="people"
      columns={filtering.shown.includes('email') ? withMailColumn : usual}
      filters={peopleFilters(filtering)}
      views={useSavedViews('people', filtering)}
      line={<Line filtering={filtering} list={list} />}
      noMatch={<NobodyMatches filtering={filtering} />}
      empty={<Nobody actions={actions} />}
    >
      {dialog}
    </ListPage>
  )
}
