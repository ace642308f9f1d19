import { readDraft, saveDraft, type DraftRow } from '#contract/messaging/drafts.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { MenuItem, MenuLink, type Columns } from '../../ui/data-table/index.ts'
import { IconCopy, IconPencil, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { Changed, KeptLink, keptIdOf, keptNameOf, useChangedAt } from '../lists/kept-cells.tsx'
import { keptReads, useDeleteKept, useKeptSms, useWhom } from '../lists/kept-messages.ts'
import { ListsHead, ListTabs } from '../lists/list-tabs.tsx'
import rows from '../lists/row.module.css'
import { useDeleting } from '../lists/use-deleting.tsx'
import { useDraftsFilter } from './drafts-filter.ts'

type One = { row: DraftRow }

function Whom({ row }: One) {
  return <span className={rows['above']}>{useWhom()(row.chosen)}</span>
}

const columns: Columns<DraftRow> = [
  { id: 'message', title: 'messaging.sent.message', cell: (row) => <KeptLink row={row} />, isName: true },
  { id: 'changedAt', title: 'messaging.lists.changed', cell: (row) => <Changed row={row} />, width: '12rem' },
  { id: 'to', title: 'messaging.compose.to', cell: (row) => <Whom row={row} />, width: '16rem' },
]

function DraftCard({ row }: One) {
  const t = useTexts()
  const whom = useWhom()
  const changedAt = useChangedAt()
  return (
    <div className={rows['card']}>
      <KeptLink row={row} />
      <div className={rows['facts']}>{whom(row.chosen)}</div>
      <div className={rows['facts']}>
        <span>{changedAt(row)}</span>
        <span>{t('messaging.sent.by', { name: row.changedBy })}</span>
      </div>
    </div>
  )
}

/** Another draft with the same text for the same people. */
function useDuplicate() {
  const t = useTexts()
  const duplicate = async (id: string) => {
    const { channel, content, destination } = await call(readDraft, { params: { id } })
    const body = { channel, content, destination, version: 0 }
    return call(saveDraft, { params: { id: crypto.randomUUID() }, body })
  }
  return useCall(duplicate, {
    refreshes: keptReads,
    done: () => toast.ok(t('messaging.lists.duplicated')),
    failed: ({ code }) =>
      toast.bad(t(code === 'too_many_drafts' ? 'messaging.draft.tooMany' : 'messaging.lists.notDuplicated')),
  })
}

type ActsProps = { id: string; onDuplicate: (id: string) => void; onDelete: (id: string) => void }

function DraftActs({ id, onDuplicate, onDelete }: ActsProps) {
  const t = useTexts()
  return (
    <>
      <MenuLink to={paths.composeSms} search={{ draftId: id }} icon={IconPencil}>
        {t('messaging.lists.open')}
      </MenuLink>
      <MenuItem icon={IconCopy} onPick={() => onDuplicate(id)}>
        {t('messaging.lists.duplicate')}
      </MenuItem>
      <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(id)}>
        {t('messaging.sent.delete')}
      </MenuItem>
    </>
  )
}

function OpenDraft({ id }: { id: string }) {
  const t = useTexts()
  return (
    <ButtonLink kind="quiet" size="sm" to={paths.composeSms} search={{ draftId: id }}>
      {t('messaging.lists.open')}
    </ButtonLink>
  )
}

const draftActs =
  (acts: Omit<ActsProps, 'id'>) =>
  ({ id }: DraftRow) => <DraftActs id={id} {...acts} />
const draftAct = ({ id }: DraftRow) => <OpenDraft id={id} />

const words: ListWords = {
  title: 'messaging.lists.drafts',
  searchLabel: 'messaging.lists.searchDrafts',
  searchPlaceholder: 'messaging.sent.searchPlaceholder',
  noMatch: 'messaging.sent.noMatch',
  emptyTitle: 'messaging.lists.noDrafts',
  emptyText: 'messaging.lists.noDraftsText',
}
const card = (row: DraftRow) => <DraftCard row={row} />

/** Messages begun and not sent, of the whole staff, on every device. */
export function DraftsPage() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const filtering = useDraftsFilter()
  const list = useKeptSms('drafts', filtering.search)
  const duplicate = useDuplicate()
  const { selection, deleteOne, dialog } = useDeleting(useDeleteKept())
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="sms-drafts"
      idOf={keptIdOf}
      nameOf={keptNameOf}
      head={<ListsHead tabTitle={t('messaging.lists.drafts')} />}
      tabs={<ListTabs shown="drafts" />}
      exporting={undefined}
      rowActions={deleteOne && draftActs({ onDuplicate: duplicate.run, onDelete: deleteOne })}
      rowAct={canSend ? draftAct : undefined}
    >
      {dialog}
    </ListPage>
  )
}
