import type { ReactNode } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { DataTable, type DataTableProps } from '../data-table/index.ts'
import { Empty, NoMatch } from '../states/index.ts'
import { PageHeader } from '../surfaces/page-header.tsx'
import { FiltersOn, FiltersToChoose, type Filtered, type ListFilter } from './list-filters.tsx'

/** What a list shows and how that is changed, as `useListState` gives it. */
type Listing = Filtered & {
  search: string
  searchFor: (wanted: string) => void
  sort: string
  sortBy: (wanted: string) => void
  /** Columns that are shown; none: there is nothing to choose. */
  shown: readonly string[]
  showColumns: (wanted: readonly string[]) => void
  isNarrowed: boolean
  clearAll: () => void
}

export type ListWords = {
  title: TextId
  /** Said below the title, once it is known: "86 families". */
  count?: TextId
  searchLabel: TextId
  searchPlaceholder: TextId
  noMatch: TextId
  emptyTitle: TextId
  emptyText?: TextId
  /** On the button that closes the filters of a phone: "Show 86 people". */
  show?: TextId
}

type Handed =
  | 'name'
  | 'list'
  | 'columns'
  | 'card'
  | 'idOf'
  | 'nameOf'
  | 'views'
  | 'exporting'
  | 'selection'
  | 'rowActions'
  | 'rowAct'
  | 'actionsTitle'
  | 'pager'
  | 'tabs'

type ListPageProps<Row> = Pick<DataTableProps<Row>, Handed> & {
  words: ListWords
  filtering: Listing
  filters?: readonly ListFilter[]
  /** Every way to sort, in the order in which they are offered. */
  sortNames?: Record<string, TextId>
  /** Buttons beside the title. */
  actions?: ReactNode
  /** In place of the count. */
  line?: ReactNode
  /** In place of title, line and actions, for a page that shares its head with others. */
  head?: ReactNode
  /** The way on from an empty list. */
  emptyAction?: ReactNode
  /** In place of the usual words when a search or filter finds nothing. */
  noMatch?: ReactNode
  /** In place of the usual words when there is nothing to list. */
  empty?: ReactNode
  /** Dialogs of the page, and what stands below the list. */
  children?: ReactNode
}

function useTools<Row>({ list, words, filtering, filters, sortNames }: ListPageProps<Row>) {
  const t = useTexts()
  const { search, searchFor, sort, sortBy, shown, showColumns } = filtering
  return {
    search: {
      value: search,
      onChange: searchFor,
      label: t(words.searchLabel),
      placeholder: t(words.searchPlaceholder),
    },
    ...(filters && {
      filter: (
        <FiltersToChoose
          filtering={filtering}
          filters={filters}
          done={words.show ? t(words.show, { count: list.total }) : ''}
        />
      ),
      chips: <FiltersOn filtering={filtering} filters={filters} />,
    }),
    ...(sortNames && {
      sort: {
        value: sort,
        onChange: sortBy,
        choices: Object.entries(sortNames).map(([value, name]) => ({ value, label: t(name) })),
      },
    }),
    ...(shown.length > 0 && { columnChoice: { shown, onChange: showColumns } }),
  }
}

/**
 * The page of a list: title, search, filters, sort, columns, file and print, its rows, and what is said when there are none.
 * The page that uses it brings the columns, the words and the filters; web/people/families/families-page.tsx is the model.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { words, filtering, list, actions, head, emptyAction, children } = props
  const {
    name,
    columns,
    card,
    idOf,
    nameOf,
    views,
    exporting,
    selection,
    rowActions,
    rowAct,
    actionsTitle,
    tabs,
    pager,
  } = props
  const t = useTexts()
  const tools = useTools(props)
  const title = t(words.title)
  const isCounted = words.count && !list.isLoading && !list.failure
  const { line = isCounted && t(words.count ?? words.title, { count: list.total }) } = props
  const { noMatch = <NoMatch onClear={filtering.clearAll}>{t(words.noMatch)}</NoMatch> } = props
  const { empty = <EmptyList words={words} action={emptyAction} /> } = props
  return (
    <>
      {head ?? (
        <PageHeader title={title} actions={actions}>
          {line}
        </PageHeader>
      )}
      <DataTable
        {...tools}
        {...{ name, list, columns, card, idOf, nameOf, exporting, selection, rowActions, rowAct, tabs, pager, empty }}
        actionsTitle={actionsTitle}
        {...(views && { views })}
        caption={title}
        noMatch={filtering.isNarrowed && noMatch}
      />
      {children}
    </>
  )
}

function EmptyList({ words, action }: { words: ListWords; action: ReactNode }) {
  const t = useTexts()
  return (
    <Empty title={t(words.emptyTitle)} action={action}>
      {words.emptyText && t(words.emptyText)}
    </Empty>
  )
}
