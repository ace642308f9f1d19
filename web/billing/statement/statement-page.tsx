import { useMemo, useState } from 'react'
import {
  exportStatement,
  listStatement,
  type StatementLine,
  listMovements,
  type MovementKind,
  type UnitMovement,
} from '#contract/billing/statement.ts'
import type { Answer } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { paths } from '../../routing/paths.ts'
import { keyOf } from '../../api/queries.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useSession, useCan } from '../../session/session.ts'
import { ButtonLink, Button } from '../../ui/controls/button.tsx'
import type { Columns } from '../../ui/data-table/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { LineCard, lineWordOf, Subject, Units, What, When, After, wordOf } from './movement-parts.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './statement.module.css'
import { askedOf, listFilter, oneOf } from '../../lists/list-filter.ts'
import { dayIn } from '../../lists/list-state.ts'

const kinds = ['grant', 'hold', 'post', 'release', 'return', 'revoke'] as const satisfies readonly MovementKind[]

/** `from` and `to` are calendar days, both included. */
const { of: statementFilterOf, useFilter: useStatementFilter } = listFilter({
  name: 'statement',
  path: paths.statement,
  shape: { columns: ['what', 'date', 'subject', 'units', 'held', 'balance'] },
  parts: { kind: oneOf(kinds), from: dayIn, to: dayIn },
})
const statementQueryOf = (filter: ReturnType<typeof statementFilterOf>) => askedOf(filter)

type StatementFiltering = ReturnType<typeof useStatementFilter>

type MessageProps = {
  subject: NonNullable<StatementLine['subject']>
  /** What of the statement is looked at: the movements are those that the line sums up. */
  query: ReturnType<typeof statementQueryOf>
  onClose: () => void
}

/** The movements of one message, each with the balance after it, and the way to its report. */
function MessageDialog({ subject: { kind, id, text }, query, onClose }: MessageProps) {
  const t = useTexts()
  const { units } = useSession()
  const seesMessages = useCan('messages.read')
  const list = usePagedList<UnitMovement>([...keyOf(listMovements), id, query, units], (page, signal) =>
    call(listMovements, { query: { ...query, ...page, message: id } }, { signal }),
  )
  const title = kind === 'notice' ? t('billing.statement.notice') : text || t('billing.statement.message')
  // What was taken off the list of messages has no report any more.
  const report = kind === 'message' && text !== '' && seesMessages && (
    <ButtonLink to={paths.sentSmsReport} params={{ id }} kind="primary">
      {t('billing.statement.report')}
    </ButtonLink>
  )
  return (
    <Dialog open onClose={onClose} title={title} actions={report}>
      {list.isLoading && <Loading rows={3} />}
      {list.failure !== null && <Failed failure={list.failure} onRetry={list.retry} />}
      <ul className={classes['movements']} aria-label={t('billing.statement.title')}>
        {list.rows.map((movement) => (
          <li key={movement.id} className={classes['card']}>
            <div className="row between">
              <span className="strong">{t(wordOf(movement))}</span>
              <Units change={movement.change} spent={movement.units} />
            </div>
            <After {...movement} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button onClick={list.loadMore} busy={list.isLoadingMore}>
          {t('billing.statement.more')}
        </Button>
      )}
    </Dialog>
  )
}

const Count = ({ units }: { units: number }) => <span className="num">{useFormat().number(units)}</span>

type OpenLine = (line: StatementLine) => void

const columnsOf = (onOpen: OpenLine): Columns<StatementLine> => [
  {
    id: 'what',
    title: 'billing.statement.what',
    cell: (line) => <What line={line} onOpen={onOpen} />,
    isName: true,
  },
  { id: 'date', title: 'billing.statement.date', cell: ({ at }) => <When at={at} />, width: '12rem' },
  { id: 'subject', title: 'billing.statement.subject', cell: (line) => <Subject line={line} /> },
  {
    id: 'units',
    title: 'billing.statement.units',
    cell: ({ change, used }) => <Units change={change} spent={used} />,
    width: '6rem',
    align: 'end',
  },
  {
    id: 'held',
    title: 'billing.statement.onHold',
    cell: ({ held }) => <Count units={held} />,
    width: '6.5rem',
    align: 'end',
    wideOnly: true,
  },
  {
    id: 'balance',
    title: 'billing.statement.balance',
    cell: ({ balance }) => <Count units={balance} />,
    width: '6.5rem',
    align: 'end',
  },
]

const exported: readonly ExportColumn[] = [
  { id: 'date', title: 'billing.statement.date', of: 'date' },
  { id: 'what', title: 'billing.statement.what', of: 'what' },
  { id: 'subject', title: 'billing.statement.subject', of: 'subject' },
  { id: 'units', title: 'billing.statement.units', of: 'units' },
  { id: 'held', title: 'billing.statement.onHold', of: 'held' },
  { id: 'balance', title: 'billing.statement.balance', of: 'balance' },
]

const idOf = ({ id }: StatementLine) => id

/** Files and paper hold every movement. */
function useExport({ state, shown }: StatementFiltering, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportStatement,
    query: statementQueryOf(state),
    columns: exported,
    shown,
    total,
    title: t('billing.statement.title'),
    what: t('billing.statement.count', { count: total }),
    church: useSession().church.name,
  })
}

const kindWords: Record<MovementKind, TextId> = {
  grant: 'billing.statement.kindGrant',
  hold: 'billing.statement.kindHold',
  post: 'billing.statement.spent',
  release: 'billing.statement.released',
  return: 'billing.statement.kindReturn',
  revoke: 'billing.statement.kindRevoke',
}

const filters: readonly ListFilter[] = [
  {
    part: 'kind',
    shape: 'chips',
    legend: 'billing.statement.what',
    any: 'billing.statement.anyKind',
    is: 'billing.statement.kindIs',
    words: kindWords,
  },
  {
    days: ['from', 'to'],
    legend: 'billing.statement.days',
    labels: ['billing.statement.from', 'billing.statement.to'],
    is: ['billing.statement.fromIs', 'billing.statement.toIs'],
  },
]

const words: ListWords = {
  title: 'billing.statement.title',
  searchLabel: 'billing.statement.searchLabel',
  searchPlaceholder: 'billing.statement.searchPlaceholder',
  show: 'billing.statement.show',
  noMatch: 'billing.statement.noMatch',
  emptyTitle: 'billing.statement.emptyTitle',
  emptyText: 'billing.statement.emptyText',
}

/** What moved the church's units, with what was left after it: a message in one line, which opens. */
export function StatementPage() {
  const t = useTexts()
  const filtering = useStatementFilter()
  const query = statementQueryOf(filtering.state)
  // Another balance than the one that was known means that something has moved.
  const { units } = useSession()
  const list = usePagedList<StatementLine, Answer<typeof listStatement>>(
    [...keyOf(listStatement), query, units],
    (page, signal) => call(listStatement, { query: { ...query, ...page } }, { signal }),
  )
  const [opened, setOpened] = useState<StatementLine | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
  const card = useMemo(() => (line: StatementLine) => <LineCard line={line} onOpen={setOpened} />, [])
  const back = { to: paths.units, label: t('billing.units.tab') }
  const buy = (
    <ButtonLink to={paths.units} kind="primary">
      {t('billing.units.buy')}
    </ButtonLink>
  )
  return (
    <ListPage
      {...{ words, filtering, filters, list, columns, card, idOf }}
      name="statement"
      nameOf={(line) => t(lineWordOf(line))}
      views={useSavedViews('statement', filtering)}
      exporting={useExport(filtering, list.last?.movements ?? 0)}
      head={
        <PageHeader title={t('billing.statement.title')} back={back}>
          {t('billing.statement.line')}
        </PageHeader>
      }
      emptyAction={buy}
    >
      {opened?.subject && <MessageDialog subject={opened.subject} query={query} onClose={() => setOpened(null)} />}
    </ListPage>
  )
}
