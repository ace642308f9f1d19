import { exportSentPush, type PushRow } from '#contract/messaging/push.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { ROWS_A_PAGE } from '../../lists/numbered-list.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { MenuItem, MenuLink, nothingSelected, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { IconFileText, IconMessage, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty } from '../../ui/states/index.ts'
import { cutSubject } from '../lists/cut-subject.ts'
import { useDeleting } from '../lists/use-deleting.tsx'
import { useDayWords } from '../lists/when.ts'
import { deletingWords, ListActions } from './list-head.tsx'
import classes from './push.module.css'
import { useDeleteSent, useSentPush } from './queries.ts'

const { useFilter } = listFilter({ name: 'sent-push', path: paths.sentPush, shape: { isPaged: true }, parts: {} })

type One = { push: PushRow }

function Subject({ push: { id, title, message } }: One) {
  return (
    <>
      <RowLink to={paths.onePush} params={{ id }} className={classes['title']}>
        <span title={title}>{cutSubject(title)}</span>
      </RowLink>
      <span data-roomy="" className={classes['below']}>
        {message}
      </span>
    </>
  )
}

function When({ push: { sentAt } }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  return (
    <span className="num">{t('messaging.pushList.dayAndTime', { day: day(sentAt), time: format.time(sentAt) })}</span>
  )
}

type Words = { short: TextId; whole: TextId }
const onItsWay: Words = { short: 'messaging.pushList.onItsWay', whole: 'messaging.pushList.onItsWayPeople' }
const reached: Partial<Record<PushRow['state'], Words>> = {
  finished: { short: 'messaging.pushList.reached', whole: 'messaging.pushList.reachedPeople' },
  cancelled: { short: 'messaging.pushList.cancelled', whole: 'messaging.pushList.cancelledPeople' },
}

/** How many have it, of how many; whole where no column says what is counted. */
function Reached({ push: { counts, recipients, state }, as = 'short' }: One & { as?: keyof Words }) {
  const t = useTexts()
  return <span className="num">{t((reached[state] ?? onItsWay)[as], { count: counts.sent, of: recipients })}</span>
}

const columns: Columns<PushRow> = [
  { id: 'title', title: 'messaging.pushList.subject', cell: (push) => <Subject push={push} />, isName: true },
  { id: 'sentAt', title: 'messaging.pushList.date', cell: (push) => <When push={push} />, width: '11rem' },
  { id: 'reached', title: 'messaging.pushList.people', cell: (push) => <Reached push={push} />, width: '10rem' },
  // A push costs nothing; who compares it with an SMS sees that.
  { id: 'units', title: 'messaging.pushList.units', cell: () => <Free />, width: '7rem', align: 'end', wideOnly: true },
  { id: 'sentBy', title: 'messaging.pushList.sentBy', cell: ({ sentBy }) => sentBy, width: '11rem', wideOnly: true },
]

const Free = () => <span className="num">{useFormat().number(0)}</span>

const files: readonly ExportColumn[] = [
  { id: 'title', title: 'messaging.pushList.subject', of: 'title' },
  { id: 'message', title: 'messaging.pushWrite.message', of: 'title' },
  { id: 'sentAt', title: 'messaging.pushList.date', of: 'sentAt' },
  { id: 'recipients', title: 'messaging.pushOne.recipients', of: 'reached' },
  { id: 'sent', title: 'messaging.pushOne.sent', of: 'reached' },
  { id: 'waiting', title: 'messaging.pushOne.waiting' },
  { id: 'notReached', title: 'messaging.pushOne.notSent' },
  { id: 'skipped', title: 'messaging.pushOne.skipped' },
  { id: 'units', title: 'messaging.pushList.units', of: 'units' },
  { id: 'sentBy', title: 'messaging.pushList.sentBy', of: 'sentBy' },
  { id: 'state', title: 'messaging.export.state' },
]

function useExport(search: string, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportSentPush,
    query: { ...(search && { search }) },
    columns: files,
    shown: columns.map(({ id }) => id),
    total,
    title: t('messaging.pushList.title'),
    what: t('messaging.pushList.count', { count: total }),
    church: useSession().church.name,
  })
}

const card = (push: PushRow) => (
  <div className={classes['card']}>
    <Subject push={push} />
    <span className="small muted">
      <When push={push} />
    </span>
    <span className="small muted">
      <Reached push={push} as="whole" />
    </span>
  </div>
)

const words: ListWords = {
  title: 'messaging.pushList.title',
  searchLabel: 'messaging.pushList.searchLabel',
  searchPlaceholder: 'messaging.pushList.searchPlaceholder',
  noMatch: 'messaging.pushList.noMatch',
  emptyTitle: 'messaging.pushList.empty',
}

function Acts({ id, onDelete }: { id: string; onDelete: ((id: string) => void) | undefined }) {
  const t = useTexts()
  return (
    <>
      <MenuLink to={paths.onePush} params={{ id }} icon={IconFileText}>
        {t('messaging.pushList.open')}
      </MenuLink>
      {onDelete && (
        <>
          <MenuLink to={paths.sendPush} search={{ messageId: id }} icon={IconMessage}>
            {t('messaging.pushOne.useAgain')}
          </MenuLink>
          <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(id)}>
            {t('messaging.pushList.delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The menu of each row. */
const actsOf = (onDelete: ((id: string) => void) | undefined) => (push: PushRow) => (
  <Acts id={push.id} onDelete={onDelete} />
)

/** Sent push notifications. */
export function SentPage() {
  const t = useTexts()
  const filtering = useFilter()
  const list = useSentPush(filtering.search, filtering.page)
  const { selection, deleteOne, dialog } = useDeleting(useDeleteSent(), undefined, deletingWords)
  const turn = (page: number) => {
    selection?.onChange(nothingSelected)
    filtering.turnTo(page)
  }
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="sent-push"
      exporting={useExport(filtering.search, list.total)}
      pager={{ page: filtering.page, size: ROWS_A_PAGE, onTurn: turn }}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      rowActions={actsOf(deleteOne)}
      line={list.total > 0 && t('messaging.pushList.count', { count: list.total })}
      actions={<ListActions />}
      empty={
        <Empty title={t('messaging.pushList.empty')} picture="letter">
          {t('messaging.pushList.emptyText')}
        </Empty>
      }
    >
      {dialog}
    </ListPage>
  )
}
