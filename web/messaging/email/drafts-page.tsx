import type { KeptEmailRow } from '#contract/messaging/kept-emails.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { MenuItem, MenuLink, type Columns } from '../../ui/data-table/index.ts'
import { IconPencil, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { useDeleting } from '../lists/use-deleting.tsx'
import classes from './email.module.css'
import { KeptSubject, Whom } from './kept-cells.tsx'
import { deletingWords, ListActions } from './list-head.tsx'
import { useDeleteKept, useKeptEmails } from './queries.ts'

const { useFilter } = listFilter({ name: 'email-drafts', path: paths.draftEmails, parts: {} })

function Changed({ row: { changedAt, changedBy } }: { row: KeptEmailRow }) {
  const t = useTexts()
  const { lately } = useFormat()
  return <span className="num">{t('messaging.emailList.by', { time: lately(changedAt), name: changedBy })}</span>
}

const columns: Columns<KeptEmailRow> = [
  { id: 'subject', title: 'messaging.emailList.subject', cell: (row) => <KeptSubject row={row} />, isName: true },
  { id: 'to', title: 'messaging.emailList.to', cell: (row) => <Whom row={row} />, width: '14rem' },
  { id: 'changedAt', title: 'messaging.emailList.changed', cell: (row) => <Changed row={row} />, width: '18rem' },
]

const card = (row: KeptEmailRow) => (
  <div className={classes['card']}>
    <KeptSubject row={row} />
    <span className="small muted">
      <Whom row={row} />
    </span>
    <span className="small muted">
      <Changed row={row} />
    </span>
  </div>
)

const words: ListWords = {
  title: 'messaging.emailList.drafts',
  searchLabel: 'messaging.emailList.searchLabel',
  searchPlaceholder: 'messaging.emailList.searchPlaceholder',
  noMatch: 'messaging.emailList.noMatch',
  emptyTitle: 'messaging.emailList.noDrafts',
  emptyText: 'messaging.emailList.noDraftsText',
}

function Acts({ id, onDelete }: { id: string; onDelete: (id: string) => void }) {
  const t = useTexts()
  return (
    <>
      <MenuLink to={paths.composeEmail} search={{ draftId: id }} icon={IconPencil}>
        {t('messaging.emailList.open')}
      </MenuLink>
      <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(id)}>
        {t('messaging.emailList.delete')}
      </MenuItem>
    </>
  )
}

/** The menu of each row. */
const actsOf = (onDelete: (id: string) => void) => (row: KeptEmailRow) => <Acts id={row.id} onDelete={onDelete} />

/** Emails begun and not sent, of the whole staff, on every device. */
export function DraftsPage() {
  const t = useTexts()
  const filtering = useFilter()
  const list = useKeptEmails('drafts', filtering.search)
  const { selection, deleteOne, dialog } = useDeleting(useDeleteKept(), undefined, deletingWords)
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="email-drafts"
      idOf={({ id }) => id}
      nameOf={({ subject }) => subject || t('messaging.emailList.noSubject')}
      rowActions={deleteOne && actsOf(deleteOne)}
      actions={<ListActions />}
    >
      {dialog}
    </ListPage>
  )
}
