import { useState } from 'react'
import type { ImportFile } from '#contract/people/imports.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconArrowBackUp, IconRefresh, IconUsers } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { actFailureText } from './words.ts'
import { UndoDialog } from './import-dialogs.tsx'
import classes from './import.module.css'
import { useApplyImport, usePlanImport, useUndoImport } from './queries.ts'
import { ImportRows } from './import-rows.tsx'
import { Figures, Reasons } from './outcome-parts.tsx'

type One = { file: ImportFile }

/** Takes the import back, as long as that can be done. */
function UndoButton({ file }: One) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  if (!file.undoUntil) return null
  return (
    <>
      <Button icon={IconArrowBackUp} onClick={() => setAsking(true)}>
        {t('people.import.undo')}
      </Button>
      {isAsking && <UndoDialog file={file} onClose={() => setAsking(false)} />}
    </>
  )
}

function UndoUntil({ file: { undoUntil } }: One) {
  const t = useTexts()
  const format = useFormat()
  if (!undoUntil) return <p className="muted">{t('people.import.undoOver')}</p>
  const day = format.day(calendarDay(new Date(undoUntil), format.timeZone))
  return <p className="muted">{t('people.import.undoUntil', { day })}</p>
}

/** It is done: what it brought, the way to the people, and the way back. */
export function AppliedStep({ file }: One) {
  const t = useTexts()
  const { add, update } = file.figures
  return (
    <>
      <Figures file={file} />
      <Card title={t('people.import.appliedTitle')}>
        <div className="stack">
          <div className="stack-8">
            <p>{t('people.import.appliedText', { added: add, updated: update })}</p>
            <UndoUntil file={file} />
          </div>
          <div className={classes['acts']}>
            <ButtonLink to={paths.people} kind="primary" icon={IconUsers}>
              {t('people.import.seePeople')}
            </ButtonLink>
            <UndoButton file={file} />
          </div>
        </div>
      </Card>
      <Reasons file={file} />
      <ImportRows file={file} />
    </>
  )
}

/** It was taken back. */
export function UndoneStep({ file: { kept } }: One) {
  const t = useTexts()
  return (
    <Card title={t('people.import.undoneTitle')}>
      <div className="stack">
        <p>{t('people.import.undoneText')}</p>
        {kept > 0 && <Note tone="info">{t('people.import.keptText', { count: kept })}</Note>}
        <div className={classes['acts']}>
          <ButtonLink to={paths.imports} kind="primary">
            {t('people.import.another')}
          </ButtonLink>
          <ButtonLink to={paths.people} icon={IconUsers}>
            {t('people.import.seePeople')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

/** The dry run did not come to its end; nothing has changed. */
function CheckFailed({ file }: One) {
  const t = useTexts()
  const plan = usePlanImport(file.id)
  const { plan: last } = file
  return (
    <Card title={t('people.import.checkFailedTitle')}>
      <div className="stack">
        <p>{t('people.import.checkFailedText')}</p>
        {plan.failure && <Note tone="bad">{t(actFailureText(plan.failure))}</Note>}
        <div className={classes['acts']}>
          {last && (
            <Button kind="primary" icon={IconRefresh} busy={plan.busy} onClick={() => plan.run(last)}>
              {t('people.import.checkAgain')}
            </Button>
          )}
          <ButtonLink to={paths.import} params={{ id: file.id }} search={{ step: 'columns' }}>
            {t('people.import.changeMapping')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

/** It stopped in the middle: it can go on where it stopped, or be taken back. */
function ApplyFailed({ file }: One) {
  const t = useTexts()
  const { number } = useFormat()
  const apply = useApplyImport(file.id)
  return (
    <>
      <Card title={t('people.import.stoppedTitle')}>
        <div className="stack">
          <p>{t('people.import.stoppedText', { done: number(file.done), rows: number(file.rows) })}</p>
          {apply.failure && <Note tone="bad">{t(actFailureText(apply.failure))}</Note>}
          <div className={classes['acts']}>
            <Button kind="primary" icon={IconRefresh} busy={apply.busy} onClick={() => apply.run()}>
              {t('people.import.goOn')}
            </Button>
            <UndoButton file={file} />
          </div>
        </div>
      </Card>
      <ImportRows file={file} />
    </>
  )
}

/** Half of it was taken back: going on with the import would mix both, so only the way back is left. */
function UndoFailed({ file }: One) {
  const t = useTexts()
  const undo = useUndoImport(file.id)
  return (
    <>
      <Card title={t('people.import.undoStoppedTitle')}>
        <div className="stack">
          <p>{t('people.import.undoStoppedText')}</p>
          {undo.failure && <Note tone="bad">{t(actFailureText(undo.failure))}</Note>}
          <div className={classes['acts']}>
            <Button kind="primary" icon={IconRefresh} busy={undo.busy} onClick={() => undo.run()}>
              {t('people.import.undoAgain')}
            </Button>
          </div>
        </div>
      </Card>
      <ImportRows file={file} />
    </>
  )
}

/** What can be done about it depends on the step that stopped. */
export function FailedStep({ file }: One) {
  if (file.failedStep === 'undoing') return <UndoFailed file={file} />
  return file.failedStep === 'applying' ? <ApplyFailed file={file} /> : <CheckFailed file={file} />
}
