import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ImportFile } from '#contract/people/imports.ts'
import { ApiFailure } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { DiscardDialog } from './import-dialogs.tsx'
import { useRowsFilter } from './import-filter.ts'
import { stepOf, viewOf, type ImportView } from './import-view.ts'
import classes from './import.module.css'
import { MappingStep } from './mapping-step.tsx'
import { useImport } from './queries.ts'
import { CheckedStep, WorkingStep } from './checked-step.tsx'
import { AppliedStep, FailedStep, UndoneStep } from './ended-steps.tsx'
import { stateWords } from './words.ts'

type One = { file: ImportFile }

const steps = ['people.import.stepColumns', 'people.import.stepCheck', 'people.import.stepImport'] as const

/** How far it is to the people. */
function Steps({ file, view }: One & { view: ImportView }) {
  const t = useTexts()
  const present = stepOf(view, file)
  if (present === 0) return null
  return (
    <ol className={classes['steps']} aria-label={t('people.import.steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index + 1 === present ? 'step' : undefined}
          className={index + 1 < present ? classes['behind'] : undefined}
        >
          <i aria-hidden="true">{index + 1}</i>
          {t(step)}
        </li>
      ))}
    </ol>
  )
}

function Step({ file, view, isCutOff }: One & { view: ImportView; isCutOff: boolean }) {
  if (view === 'columns') return <MappingStep file={file} />
  if (view === 'checked') return <CheckedStep file={file} />
  if (view === 'applied') return <AppliedStep file={file} />
  if (view === 'undone') return <UndoneStep file={file} />
  if (view === 'failed') return <FailedStep file={file} />
  return <WorkingStep file={file} state={view} isCutOff={isCutOff} />
}

const viewWord = (view: ImportView): TextId =>
  view === 'columns' ? 'people.import.stepColumns' : stateWords[view].word

/** When one view gives way to another, what was pressed is gone: the focus would be nowhere, at the foot of the page. */
function useFocusOnChange(view: ImportView) {
  const section = useRef<HTMLElement>(null)
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [view])
  return section
}

function Shown({ file, isCutOff }: One & { isCutOff: boolean }) {
  const t = useTexts()
  const filtering = useRowsFilter({ id: file.id })
  const view = viewOf(file, filtering.state.step === 'columns')
  const section = useFocusOnChange(view)
  const word = t(viewWord(view))
  return (
    <>
      <Steps file={file} view={view} />
      <div className="vh" role="status">
        {word}
      </div>
      <section ref={section} tabIndex={-1} aria-label={word} className={classes['section']}>
        <Step file={file} view={view} isCutOff={isCutOff} />
      </section>
    </>
  )
}

/** Whose file it is, and the way to throw it away as long as nothing of it was applied. */
function DiscardButton({ file }: One) {
  const t = useTexts()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon={IconTrash} onClick={() => setAsking(true)}>
        {t('people.import.discard')}
      </Button>
      {isAsking && (
        <DiscardDialog
          file={file}
          onClose={() => setAsking(false)}
          onGone={() => void navigate({ to: paths.imports, replace: true })}
        />
      )}
    </>
  )
}

function FileLine({ file: { fileName, rows, uploadedAt, uploadedBy } }: One) {
  const t = useTexts()
  const format = useFormat()
  return (
    <span className={classes['fileName']}>
      <bdi>{fileName}</bdi> · {t('people.import.rowsCount', { count: rows })} ·{' '}
      {t('people.import.uploadedBy', { name: uploadedBy, when: format.dateTime(uploadedAt) })}
    </span>
  )
}

/** An upload that was thrown away, or a link that was cut: the server knows neither. */
const isMissing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')

function Missing() {
  const t = useTexts()
  const back = (
    <ButtonLink to={paths.imports} kind="primary">
      {t('people.import.missingBack')}
    </ButtonLink>
  )
  return (
    <Empty title={t('people.import.missingTitle')} picture="lens" action={back}>
      {t('people.import.missingText')}
    </Empty>
  )
}

function Import({ id }: { id: string }) {
  const t = useTexts()
  const { data, error, isPending, refetch } = useImport(id)
  // Thrown away elsewhere meanwhile: what is still here is of no use.
  const file = error && isMissing(error) ? undefined : data
  return (
    <>
      <PageHeader
        title={t('people.import.oneTitle')}
        back={{ to: paths.imports, label: t('people.import.allImports') }}
        actions={file?.appliedAt === null && <DiscardButton file={file} />}
      >
        {file && <FileLine file={file} />}
      </PageHeader>
      {file ? (
        <Shown file={file} isCutOff={error !== null} />
      ) : (
        <Card label={t('people.import.oneTitle')} padded={false}>
          {isPending && <Loading rows={5} />}
          {error && (isMissing(error) ? <Missing /> : <Failed failure={error} onRetry={() => void refetch()} />)}
        </Card>
      )}
    </>
  )
}

/** One import, from the columns of its file to the people, and back. */
export function ImportPage() {
  const { id } = useParams({ from: '/tenant/people/import/$id' })
  return <Import key={id} id={id} />
}
