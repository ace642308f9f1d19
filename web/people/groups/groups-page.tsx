import { exportGroups, type GroupRow } from '#contract/people/groups.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RowLink, type Columns, type ListSource } from '../../ui/data-table/index.ts'
import { IconPlus } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { matchingGroups } from '#contract/people/matching-groups.ts'
import { groupSorts, useGroupsFilter } from './groups-filter.ts'
import classes from './groups.module.css'
import { useGroupActs } from './use-group-acts.tsx'
import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { useGroups } from '../queries.ts'

const none: readonly GroupRow[] = []

/** The groups as the data table takes them: all of them are here, so there is no next page. */
function useGroupsList({ search, sort }: ListState): ListSource<GroupRow> {
  const { i18n } = useLingui()
  const { data = none, isPending, error, refetch } = useGroups()
  const rows = useMemo(
    () => matchingGroups(data, { search, sort: wordIn(groupSorts, sort), language: i18n.locale }),
    [data, search, sort, i18n.locale],
  )
  return {
    rows,
    total: rows.length,
    step: rows.length,
    hasMore: false,
    isLoading: isPending,
    isLoadingMore: false,
    isStale: false,
    failure: error,
    loadMore: () => undefined,
    retry: () => void refetch(),
  }
}

const NameLink = ({ group: { id, name } }: { group: GroupRow }) => (
  <RowLink to={paths.people} search={{ group: id }} className={classes['name']}>
    {name}
  </RowLink>
)

const People = ({ count }: { count: number }) => <span className="num">{useFormat().number(count)}</span>

const columns: Columns<GroupRow> = [
  {
    id: 'name',
    title: 'people.groups.name',
    cell: (group) => <NameLink group={group} />,
    isName: true,
    sortBy: 'name',
  },
  {
    id: 'category',
    title: 'people.groups.category',
    cell: ({ category }) => category,
    width: '22%',
    sortBy: 'category',
  },
  {
    id: 'description',
    title: 'people.groups.description',
    cell: ({ description }) => (
      <span className={classes['description']} title={description}>
        {description}
      </span>
    ),
    width: '34%',
    wideOnly: true,
  },
  {
    id: 'people',
    title: 'people.list.title',
    cell: ({ people }) => <People count={people} />,
    width: '7rem',
    align: 'end',
    sortBy: '-people',
  },
]

const exported: readonly ExportColumn[] = [
  { id: 'name', title: 'people.groups.name', of: 'name' },
  { id: 'category', title: 'people.groups.category', of: 'category' },
  { id: 'description', title: 'people.groups.description', of: 'description' },
  { id: 'people', title: 'people.list.title', of: 'people' },
]

const sortNames: Record<(typeof groupSorts)[number], TextId> = {
  name: 'people.sort.name',
  '-name': 'people.sort.nameBack',
  category: 'people.groups.byCategory',
  '-people': 'people.groups.largeFirst',
  people: 'people.groups.smallFirst',
}

const words: ListWords = {
  title: 'people.groups.title',
  count: 'people.groups.count',
  searchLabel: 'people.groups.searchLabel',
  searchPlaceholder: 'people.groups.searchPlaceholder',
  noMatch: 'people.groups.noMatch',
  emptyTitle: 'people.groups.emptyTitle',
  emptyText: 'people.groups.emptyText',
}

const idOf = ({ id }: GroupRow) => id
const nameOf = ({ name }: GroupRow) => name

function GroupCard({ group }: { group: GroupRow }) {
  const t = useTexts()
  return (
    <div className="grow">
      <NameLink group={group} />
      <div className="small muted">{group.category}</div>
      <div className="small muted num">{t('people.list.count', { count: group.people })}</div>
    </div>
  )
}
const card = (group: GroupRow) => <GroupCard group={group} />

/** The groups of the church. */
export function GroupsPage() {
  const t = useTexts()
  const canWrite = useCan('people.write')
  const filtering = useGroupsFilter()
  const { search, sort } = filtering.state
  const list = useGroupsList(filtering.state)
  const acts = useGroupActs()
  const exporting = useListExport({
    endpoint: exportGroups,
    query: { search, sort: wordIn(groupSorts, sort) },
    columns: exported,
    shown: filtering.shown,
    total: list.total,
    title: t('people.groups.title'),
    what: t('people.groups.count', { count: list.total }),
    church: useSession().church.name,
  })
  const add = canWrite && (
    <Button kind="primary" icon={IconPlus} onClick={acts.add}>
      {t('people.groups.add')}
    </Button>
  )
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, nameOf, sortNames, exporting }}
      name="groups"
      views={useSavedViews('groups', filtering)}
      rowActions={acts.rowActions}
      actions={add}
      emptyAction={add}
    >
      {acts.dialog}
    </ListPage>
  )
}
