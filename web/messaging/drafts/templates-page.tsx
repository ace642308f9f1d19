import { useState } from 'react'
import type { DraftRow } from '#contract/messaging/drafts.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { MenuItem, MenuLink, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { IconMessage, IconPencil, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Changed, keptIdOf, useChangedAt } from '../lists/kept-cells.tsx'
import { useDeleteKept, useKeptSms } from '../lists/kept-messages.ts'
import { ListsHead, ListTabs } from '../lists/list-tabs.tsx'
import rows from '../lists/row.module.css'
import { useDeleting } from '../lists/use-deleting.tsx'
import { useTemplatesFilter } from './drafts-filter.ts'
import { RenameDialog, useTitle } from './rename-dialog.tsx'

type One = { row: DraftRow }

/** The name, which begins a message with the text, for those who may send. */
function Name({ row }: One) {
  const title = useTitle()(row)
  const canSend = useCan('messages.send')
  if (!canSend) return <span className={rows['message']}>{title}</span>
  return (
    <RowLink to={paths.composeSms} search={{ defaultId: row.id }} className={rows['message']}>
      {title}
    </RowLink>
  )
}

const Template = ({ row }: One) => (
  <>
    <Name row={row} />
    <span data-roomy="" className={rows['below']}>
      {row.content.message}
    </span>
  </>
)

const columns: Columns<DraftRow> = [
  { id: 'title', title: 'messaging.lists.template', cell: (row) => <Template row={row} />, isName: true },
  { id: 'changedAt', title: 'messaging.lists.changed', cell: (row) => <Changed row={row} />, width: '14rem' },
]

function TemplateCard({ row }: One) {
  const t = useTexts()
  const changedAt = useChangedAt()
  return (
    <div className={rows['card']}>
      <Name row={row} />
      <div className={rows['facts']}>
        <span className="clip">{row.content.message}</span>
      </div>
      <div className={rows['facts']}>
        <span>{changedAt(row)}</span>
        <span>{t('messaging.sent.by', { name: row.changedBy })}</span>
      </div>
    </div>
  )
}

type ActsProps = One & { onRename: (row: DraftRow) => void; onDelete: (id: string) => void }

function TemplateActs({ row, onRename, onDelete }: ActsProps) {
  const t = useTexts()
  return (
    <>
      <MenuLink to={paths.composeSms} search={{ defaultId: row.id }} icon={IconMessage}>
        {t('messaging.lists.use')}
      </MenuLink>
      <MenuItem icon={IconPencil} onPick={() => onRename(row)}>
        {t('messaging.lists.rename')}
      </MenuItem>
      <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(row.id)}>
        {t('messaging.sent.delete')}
      </MenuItem>
    </>
  )
}

function UseTemplate({ id }: { id: string }) {
  const t = useTexts()
  return (
    <ButtonLink kind="quiet" size="sm" to={paths.composeSms} search={{ defaultId: id }}>
      {t('messaging.lists.use')}
    </ButtonLink>
  )
}

const templateActs = (acts: Omit<ActsProps, 'row'>) => (row: DraftRow) => <TemplateActs row={row} {...acts} />
const templateAct = ({ id }: DraftRow) => <UseTemplate id={id} />

const words: ListWords = {
  title: 'messaging.lists.templates',
  searchLabel: 'messaging.lists.searchTemplates',
  searchPlaceholder: 'messaging.lists.nameOrText',
  noMatch: 'messaging.lists.noTemplateMatch',
  emptyTitle: 'messaging.lists.noTemplates',
  emptyText: 'messaging.lists.noTemplatesText',
}
const card = (row: DraftRow) => <TemplateCard row={row} />

/** Texts kept under a name, to begin messages with. */
export function TemplatesPage() {
  const t = useTexts()
  const titleOf = useTitle()
  const canSend = useCan('messages.send')
  const filtering = useTemplatesFilter()
  const list = useKeptSms('templates', filtering.search)
  const [renamed, rename] = useState<DraftRow | null>(null)
  const { selection, deleteOne, dialog } = useDeleting(useDeleteKept())
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="sms-templates"
      idOf={keptIdOf}
      nameOf={titleOf}
      head={<ListsHead tabTitle={t('messaging.lists.templates')} />}
      tabs={<ListTabs shown="templates" />}
      exporting={undefined}
      rowActions={deleteOne && templateActs({ onRename: rename, onDelete: deleteOne })}
      rowAct={canSend ? templateAct : undefined}
    >
      {dialog}
      {renamed && <RenameDialog row={renamed} onClose={() => rename(null)} />}
    </ListPage>
  )
}
