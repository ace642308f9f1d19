import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportFile, ImportPlan, ImportField } from '#contract/people/imports.ts'
import { useTexts } from '../../../languages/index.ts'
import { paths } from '../../../routing/paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { actFailureText } from '../failure-text.ts'
import classes from '../import.module.css'
import { usePlanImport } from '../queries.ts'
import { firstPlan, hasName, chooseField, columnLetter } from './draft.ts'
import { PlanOptions } from './plan-options.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { fieldGroups, fieldWords } from '../words.ts'
import mappingClasses from './mapping.module.css'

type Columns = ImportFile['columns']

function useColumnName() {
  const t = useTexts()
  return (columns: Columns, index: number) =>
    columns[index]?.heading || t('people.import.columnLetter', { letter: columnLetter(index) })
}

/** Some of what stands in a column; a file may have a column without anything. */
function Samples({ samples }: { samples: readonly string[] }) {
  const t = useTexts()
  if (samples.length === 0) return t('people.import.noSamples')
  return (
    <span className={mappingClasses['samples']}>
      {samples.map((sample) => (
        <bdi key={sample}>{sample}</bdi>
      ))}
    </span>
  )
}

function FieldOptions() {
  const t = useTexts()
  return (
    <>
      <option value="">{t('people.import.leaveColumn')}</option>
      {fieldGroups.map(({ title, fields }) => (
        <optgroup key={title} label={t(title)}>
          {fields.map((field) => (
            <option key={field} value={field}>
              {t(fieldWords[field])}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}

const fieldOf = (value: string): ImportField | null =>
  fieldGroups.flatMap(({ fields }) => fields).find((field) => field === value) ?? null

type ColumnFieldsProps = {
  columns: Columns
  fields: ImportPlan['fields']
  onChange: (fields: ImportPlan['fields']) => void
}

/** Each column of the file, some of what stands in it, and what it is. */
function ColumnFields({ columns, fields, onChange }: ColumnFieldsProps) {
  const t = useTexts()
  const nameOf = useColumnName()
  const [moved, setMoved] = useState('')
  const choose = (column: number, field: ImportField | null) => {
    const chosen = chooseField(fields, column, field)
    onChange(chosen.fields)
    const { takenFrom } = chosen
    setMoved(
      field === null || takenFrom === null
        ? ''
        : t('people.import.fieldMoved', {
            field: t(fieldWords[field]),
            to: nameOf(columns, column),
            from: nameOf(columns, takenFrom),
          }),
    )
  }
  return (
    <>
      <p role="status" className={moved ? mappingClasses['moved'] : 'vh'}>
        {moved}
      </p>
      <ul className={mappingClasses['columns']}>
        {columns.map(({ samples }, index) => (
          // A file may have two columns of one heading.
          <li key={index}>
            <SelectField
              label={nameOf(columns, index)}
              hint={<Samples samples={samples} />}
              value={fields[index] ?? ''}
              data-left-out={fields[index] ? undefined : ''}
              onChange={(event) => choose(index, fieldOf(event.target.value))}
            >
              <FieldOptions />
            </SelectField>
          </li>
        ))}
      </ul>
    </>
  )
}

function useMapping(file: ImportFile) {
  const navigate = useNavigate()
  const plan = usePlanImport(file.id)
  const [draft, setDraft] = useState(() => firstPlan(file))
  const isNamed = hasName(draft.fields)
  // The result of the dry run stands at the bare address; the columns are no step that "back" leads to.
  const toResult = () => navigate({ to: paths.import, params: { id: file.id }, replace: true, resetScroll: false })
  return {
    draft,
    isNamed,
    change: (part: Partial<ImportPlan>) => setDraft({ ...draft, ...part }),
    check: () => isNamed && plan.mutate(draft, { onSuccess: () => void toResult() }),
    isBusy: plan.isPending,
    failure: plan.error,
  }
}

/** What the columns of the file are, and how its rows are to be taken. */
export function MappingStep({ file }: { file: ImportFile }) {
  const t = useTexts()
  const { draft, isNamed, change, check, isBusy, failure } = useMapping(file)
  return (
    <>
      <Card title={t('people.import.columnsTitle')}>
        <div className="stack">
          <p className="muted">{t('people.import.columnsText')}</p>
          {!isNamed && <Note tone="bad">{t('people.import.nameMissing')}</Note>}
          <ColumnFields columns={file.columns} fields={draft.fields} onChange={(fields) => change({ fields })} />
        </div>
      </Card>
      <Card title={t('people.import.optionsTitle')}>
        <PlanOptions plan={draft} onChange={change} />
      </Card>
      <Card title={t('people.import.checkTitle')}>
        <div className="stack">
          <p className="muted">{t('people.import.checkText')}</p>
          {failure && <Note tone="bad">{t(actFailureText(failure))}</Note>}
          <div className={classes['acts']}>
            <Button kind="primary" busy={isBusy} disabled={!isNamed} onClick={check}>
              {t('people.import.check')}
            </Button>
            {file.state !== 'uploaded' && (
              <ButtonLink to={paths.import} params={{ id: file.id }}>
                {t('people.import.backToResult')}
              </ButtonLink>
            )}
          </div>
        </div>
      </Card>
    </>
  )
}
