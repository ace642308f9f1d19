import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listChanges } from '#contract/people/changes.ts'
import type { Result } from '#contract/endpoint.ts'
import type { ImportFile } from '#contract/people/imports.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconArrowBackUp } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useUndo } from '../changes/use-people-change.ts'
import { UndoDialog } from '../import/import-dialogs.tsx'
import { useImport, useImports } from '../import/queries.ts'
import { stateWords } from '../import/words.ts'
import classes from './room.module.css'
import { useWayOut } from './use-way-out.ts'

type Change = Result<typeof listChanges>[number]

const changeNames: Record<Change['kind'], TextId> = {
  archive: 'people.room.archived',
  restore: 'people.room.restored',
  add_to_group: 'people.room.grouped',
  remove_from_group: 'people.room.ungrouped',
  change_kind: 'people.room.changedKind',
  merge: 'people.room.merged',
}

type LineProps = { title: string; line: string; children: ReactNode }

const Line = ({ title, line, children }: LineProps) => (
  <li>
    <div className="grow">
      <div className="strong">
        <bdi>{title}</bdi>
      </div>
      <div className="small muted">{line}</div>
    </div>
    {children}
  </li>
)

function UndoButton({ isBusy = false, onUndo }: { isBusy?: boolean; onUndo: () => void }) {
  const t = useTexts()
  return (
    <Button size="sm" icon={IconArrowBackUp} busy={isBusy} onClick={onUndo}>
      {t('ui.toast.undo')}
    </Button>
  )
}

/** How an import stands, followed while it is being taken back. */
function ImportLine({ file: listed }: { file: ImportFile }) {
  const t = useTexts()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const file = useImport(listed.id).data ?? listed
  const { word, tone } = stateWords[file.state]
  return (
    <>
      <Line
        title={file.fileName}
        line={t('people.room.importLine', {
          added: format.number(file.figures.add),
          when: format.dateTime(file.uploadedAt),
          by: file.uploadedBy,
        })}
      >
        {file.undoUntil ? <UndoButton onUndo={() => setAsking(true)} /> : <Badge tone={tone}>{t(word)}</Badge>}
      </Line>
      {isAsking && <UndoDialog file={file} onClose={() => setAsking(false)} />}
    </>
  )
}

const hasBrought = ({ appliedAt }: ImportFile) => appliedAt !== null

function Imports() {
  const t = useTexts()
  const list = useImports()
  const files = list.rows.filter(hasBrought)
  if (list.isLoading) return <Loading rows={2} />
  if (list.failure && files.length === 0) return <Failed failure={list.failure} onRetry={list.retry} />
  if (files.length === 0) return <p className="muted">{t('people.room.noImports')}</p>
  return (
    <>
      <ul className={classes['lines']}>
        {files.map((file) => (
          <ImportLine key={file.id} file={file} />
        ))}
      </ul>
      {list.hasMore && (
        <Button busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('people.room.more')}
        </Button>
      )}
    </>
  )
}

function ChangeLine({ change: { id, kind, people, name, by, at } }: { change: Change }) {
  const t = useTexts()
  const format = useFormat()
  const undo = useUndo()
  return (
    <Line
      title={t(changeNames[kind], { who: name ?? t('people.list.count', { count: people }) })}
      line={by ? t('people.room.byWhom', { by, when: format.dateTime(at) }) : format.dateTime(at)}
    >
      <UndoButton isBusy={undo.busy} onUndo={() => undo.run(id)} />
    </Line>
  )
}

function Changes() {
  const t = useTexts()
  const { data, error, refetch } = useQuery(read(listChanges))
  if (error && !data) return <Failed failure={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0) return <p className="muted">{t('people.room.noActs')}</p>
  return (
    <ul className={classes['lines']}>
      {data.map((change) => (
        <ChangeLine key={change.id} change={change} />
      ))}
    </ul>
  )
}

/** What was done to people lately, to take it back; open while the gate is shut. */
export function TakeBackPage() {
  const t = useTexts()
  const { church } = useSession()
  return (
    <BareFrame title={church.name}>
      <PageHeader
        title={t('people.room.undoTitle')}
        back={useWayOut()}
        actions={<ButtonLink to={paths.peopleWhileGated}>{t('people.room.toPeople')}</ButtonLink>}
      >
        {t('people.room.undoLine')}
      </PageHeader>
      <Card title={t('people.import.past')}>
        <Imports />
      </Card>
      <Card title={t('people.room.acts')}>
        <Changes />
      </Card>
    </BareFrame>
  )
}
