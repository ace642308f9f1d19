import type { KeptEmailRow } from '#contract/messaging/kept-emails.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { MenuItem, MenuLink, type Columns } from '../../ui/data-table/index.ts'
import { IconCalendarOff, IconPencil, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDeleting } from '../lists/use-deleting.tsx'
import { failedWords } from '../scheduled/going.ts'
import classes from './email.module.css'
import { KeptSubject, Whom } from './kept-cells.tsx'
import { deletingWords, ListActions } from './list-head.tsx'
import { useDeleteKept, useKeptEmails, useUnschedule } from './queries.ts'

const { useFilter } = listFilter({ name: 'scheduled-emails', path: paths.scheduledEmails, parts: {} })

type One = { row: KeptEmailRow }

function Goes({ row: { goesAtLocal } }: One) {
  const { wallTime } = useFormat()
  const [day = '', clock = ''] = goesAtLocal?.split('T') ?? []
  return <span className="num">{day && wallTime(day, clock)}</span>
}

/** Whether it goes, and if not, why. */
function State({ row: { state, reason } }: One) {
  const t = useTexts()
  if (state !== 'failed') return <Badge tone="info">{t('messaging.emailList.scheduled')}</Badge>
  return (
    <span className={classes['state']}>
      <Badge tone="bad">{t('messaging.emailList.notSent')}</Badge>
      {reason && <span className="small muted">{t(failedWords[reason])}</span>}
    </span>
  )
}

const columns: Columns<KeptEmailRow> = [
  { id: 'subject', title: 'messaging.emailList.subject', cell: (row) => <KeptSubject row={row} />, isName: true },
  { id: 'goesAt', title: 'messaging.emailList.goes', cell: (row) => <Goes row={row} />, width: '13rem' },
  { id: 'to', title: 'messaging.emailList.to', cell: (row) => <Whom row={row} />, width: '13rem', wideOnly: true },
  { id: 'state', title: 'messaging.emailList.state', cell: (row) => <State row={row} />, width: '13rem' },
]

const card = (row: KeptEmailRow) => (
  <div className={classes['card']}>
    <KeptSubject row={row} />
    <span className="small muted">
      <Goes row={row} />
    </span>
    <State row={row} />
  </div>
)

const words: ListWords = {
  title: 'messaging.emailList.scheduledTitle',
  searchLabel: 'messaging.emailList.searchLabel',
  searchPlaceholder: 'messaging.emailList.searchPlaceholder',
  noMatch: 'messaging.emailList.noMatch',
  emptyTitle: 'messaging.emailList.nothingScheduled',
  emptyText: 'messaging.emailList.nothingScheduledText',
}

/** Cancelling, and what is said of it. */
function useCancelling() {
  const t = useTexts()
  const cancelling = useUnschedule()
  return (id: string) =>
    cancelling.run(id, {
      done: () => toast.ok(t('messaging.emailList.unscheduled')),
      failed: ({ code }) =>
        toast.bad(t(code === 'already_sent' ? 'messaging.emailList.tooLate' : 'messaging.emailList.notUnscheduled')),
    })
}

type ActsProps = One & { onCancel: (id: string) => void; onDelete: (id: string) => void }

function Acts({ row: { id, state }, onCancel, onDelete }: ActsProps) {
  const t = useTexts()
  return (
    <>
      <MenuLink to={paths.composeEmail} search={{ draftId: id }} icon={IconPencil}>
        {t('messaging.emailList.edit')}
      </MenuLink>
      {state === 'scheduled' && (
        <MenuItem icon={IconCalendarOff} onPick={() => onCancel(id)}>
          {t('messaging.emailList.unschedule')}
        </MenuItem>
      )}
      <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(id)}>
        {t('messaging.emailList.delete')}
      </MenuItem>
    </>
  )
}

/** The menu of each row. */
const actsOf = (acts: Omit<ActsProps, 'row'>) => (row: KeptEmailRow) => <Acts row={row} {...acts} />

/** Emails that go at a time or could not go. */
export function ScheduledPage() {
  const t = useTexts()
  const filtering = useFilter()
  const list = useKeptEmails('schedules', filtering.search)
  const onCancel = useCancelling()
  const note = () => t('messaging.emailList.scheduledNote')
  const { selection, deleteOne, dialog } = useDeleting(useDeleteKept(), note, deletingWords)
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="scheduled-emails"
      idOf={({ id }) => id}
      nameOf={({ subject }) => subject || t('messaging.emailList.noSubject')}
      rowActions={deleteOne && actsOf({ onCancel, onDelete: deleteOne })}
      actions={<ListActions />}
    >
      {dialog}
    </ListPage>
  )
}
