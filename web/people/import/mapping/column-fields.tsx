import { useState } from 'react'
import type { ImportField, ImportFile, ImportPlan } from '#contract/people/imports.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { fieldGroups, fieldWords } from '../words.ts'
import { chooseField, columnLetter } from './draft.ts'
import classes from './mapping.module.css'

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
    <span className={classes['samples']}>
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
export function ColumnFields({ columns, fields, onChange }: ColumnFieldsProps) {
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
      <p role="status" className={moved ? classes['moved'] : 'vh'}>
        {moved}
      </p>
      <ul className={classes['columns']}>
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
