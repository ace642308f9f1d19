import { useState } from 'react'
import type { ImportFile } from '#contract/people/imports.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { DataTable, MenuItem, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { IconArrowBackUp, IconTrash } from '../../ui/icons.ts'
import { Empty } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { DiscardDialog, UndoDialog } from './import-dialogs.tsx'
import classes from './import.module.css'
import { useImports } from './queries.ts'
import { StartCard } from './start-card.tsx'
import { stateWords } from './words.ts'

type One = { file: ImportFile }

const FileLink = ({ file }: One) => (
  <RowLink to={paths.import} params={{ id: file.id }} className={classes['name']}>
    <bdi>{file.fileName}</bdi>
  </RowLink>
)

function FileName({ file }: One) {
  const t = useTexts()
  return (
    <>
      <FileLink file={file} />
      <span data-roomy="" className={classes['below']}>
        {t('people.import.rowsCount', { count: file.rows })}
      </span>
    </>
  )
}

function When({ file }: One) {
  const format = useFormat()
  return (
    <>
      <span className={`num ${classes['above']}`}>{format.dateTime(file.uploadedAt)}</span>
      <span data-roomy="" className={classes['below']} title={file.uploadedBy}>
        {file.uploadedBy}
      </span>
    </>
  )
}

function State({ file: { state } }: One) {
  const t = useTexts()
  const { word, tone } = stateWords[state]
  return <Badge tone={tone}>{t(word)}</Badge>
}

/** What it brings, or has brought; nothing before the file was checked. */
function Brought({ file: { figures, appliedAt, state } }: One) {
  const t = useTexts()
  if (state === 'uploaded' || state === 'checking') return <span className="muted">–</span>
  const words = { added: figures.add, updated: figures.update, out: figures.skip + figures.broken }
  return (
    <span className="num">
      {t(appliedAt ? 'people.import.broughtDone' : 'people.import.broughtSoon', words)}
      <span data-roomy="" className={classes['below']}>
        {t('people.import.leftOut', { count: words.out })}
      </span>
    </span>
  )
}

const columns: Columns<ImportFile> = [
  { id: 'file', title: 'people.import.file', cell: (file) => <FileName file={file} />, isName: true },
  { id: 'when', title: 'people.import.when', cell: (file) => <When file={file} />, width: '14rem' },
  { id: 'state', title: 'people.import.state', cell: (file) => <State file={file} />, width: '11rem' },
  {
    id: 'brought',
    title: 'people.import.result',
    cell: (file) => <Brought file={file} />,
    width: '15rem',
    wideOnly: true,
  },
]

function FileCard({ file }: One) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <FileLink file={file} />
      <div className={classes['facts']}>
        <span>{format.dateTime(file.uploadedAt)}</span>
        <span>{file.uploadedBy}</span>
        <span>{t('people.import.rowsCount', { count: file.rows })}</span>
      </div>
      <div className={classes['facts']}>
        <Brought file={file} />
      </div>
      <State file={file} />
    </div>
  )
}

const idOf = ({ id }: ImportFile) => id
const nameOf = ({ fileName }: ImportFile) => fileName
const card = (file: ImportFile) => <FileCard file={file} />

type Asked = { act: 'undo' | 'discard'; file: ImportFile }

/** What can be done with an import from the list: taking it back, or throwing it away before it was applied. */
function useActs() {
  const t = useTexts()
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  return {
    rowActions: (file: ImportFile) => {
      if (file.undoUntil)
        return (
          <MenuItem icon={IconArrowBackUp} onPick={() => ask({ act: 'undo', file })}>
            {t('people.import.undo')}
          </MenuItem>
        )
      return (
        !file.appliedAt && (
          <MenuItem icon={IconTrash} isDanger onPick={() => ask({ act: 'discard', file })}>
            {t('people.import.discard')}
          </MenuItem>
        )
      )
    },
    dialog: asked && (
      <>
        {asked.act === 'undo' && <UndoDialog file={asked.file} onClose={close} />}
        {asked.act === 'discard' && <DiscardDialog file={asked.file} onClose={close} />}
      </>
    ),
  }
}

/** A new import, and those of the past. */
export function ImportsPage() {
  const t = useTexts()
  const list = useImports()
  const { rowActions, dialog } = useActs()
  return (
    <>
      <PageHeader title={t('people.import.title')} back={{ to: paths.people, label: t('people.list.title') }}>
        {t('people.import.line')}
      </PageHeader>
      <StartCard />
      <DataTable
        name="imports"
        caption={t('people.import.past')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        rowActions={rowActions}
        empty={<Empty title={t('people.import.emptyTitle')}>{t('people.import.emptyText')}</Empty>}
      />
      {dialog}
    </>
  )
}
