import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportFile, ImportPlan, ImportField } from '#contract/people/imports.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { actFailureText, fieldGroups, fieldWords } from './words.ts'
import classes from './import.module.css'
import { usePlanImport } from './queries.ts'
import { firstPlan, hasName, chooseField, columnLetter, hasDays, hasGroups } from './plan-draft.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import mappingClasses from './mapping.module.css'
import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { read } from '../../api/queries.ts'

type Choice<Value> = readonly [value: Value, text: TextId]

const kinds: readonly Choice<PersonKind>[] = [
  ['member', 'people.kind.member'],
  ['first_timer', 'people.kind.firstTimer'],
  ['new_convert', 'people.kind.newConvert'],
]
const orders: readonly Choice<ImportPlan['dateOrder']>[] = [
  ['dmy', 'people.import.orderDay'],
  ['mdy', 'people.import.orderMonth'],
  ['ymd', 'people.import.orderYear'],
]
const whenThere: readonly Choice<ImportPlan['whenThere']>[] = [
  ['skip', 'people.import.thereSkip'],
  ['update', 'people.import.thereUpdate'],
]
const whenBroken: readonly Choice<ImportPlan['whenBroken']>[] = [
  ['leave_value', 'people.import.brokenValue'],
  ['leave_row', 'people.import.brokenRow'],
]
const makeGroups: readonly Choice<'yes' | 'no'>[] = [
  ['yes', 'people.import.groupsMake'],
  ['no', 'people.import.groupsLeave'],
]

type ChoiceFieldProps<Value extends string> = {
  label: TextId
  hint?: TextId
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

function ChoiceField<Value extends string>({ label, hint, choices, value, onChange }: ChoiceFieldProps<Value>) {
  const t = useTexts()
  const choose = (wanted: string) => {
    const chosen = choices.find(([each]) => each === wanted)
    if (chosen) onChange(chosen[0])
  }
  return (
    <SelectField label={t(label)} hint={hint && t(hint)} value={value} onChange={(event) => choose(event.target.value)}>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {t(text)}
        </option>
      ))}
    </SelectField>
  )
}

type PlanProps = { plan: ImportPlan; onChange: (part: Partial<ImportPlan>) => void }

function GroupForAll({ plan, onChange }: PlanProps) {
  const t = useTexts()
  const groups = useQuery(read(listGroups))
  return (
    <SelectField
      label={t('people.import.groupForAll')}
      hint={groups.isError ? t('people.import.groupsFailed') : t('people.import.groupForAllHint')}
      value={plan.groupId ?? ''}
      onChange={(event) => onChange({ groupId: event.target.value || null })}
    >
      <option value="">{t('people.import.noGroup')}</option>
      {groups.data?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** How rows are taken; a question that the chosen columns do not raise is not asked. */
function PlanOptions({ plan, onChange }: PlanProps) {
  return (
    <div className={mappingClasses['options']}>
      <ChoiceField
        label="people.import.kindForAll"
        hint="people.import.kindForAllHint"
        choices={kinds}
        value={plan.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <GroupForAll plan={plan} onChange={onChange} />
      {hasGroups(plan.fields) && (
        <ChoiceField
          label="people.import.newGroups"
          choices={makeGroups}
          value={plan.makeGroups ? 'yes' : 'no'}
          onChange={(answer) => onChange({ makeGroups: answer === 'yes' })}
        />
      )}
      {hasDays(plan.fields) && (
        <ChoiceField
          label="people.import.order"
          hint="people.import.orderHint"
          choices={orders}
          value={plan.dateOrder}
          onChange={(dateOrder) => onChange({ dateOrder })}
        />
      )}
      <ChoiceField
        label="people.import.whenThere"
        hint={plan.whenThere === 'skip' ? 'people.import.thereSkipHint' : 'people.import.thereUpdateHint'}
        choices={whenThere}
        value={plan.whenThere}
        onChange={(chosen) => onChange({ whenThere: chosen })}
      />
      <ChoiceField
        label="people.import.whenBroken"
        hint="people.import.whenBrokenHint"
        choices={whenBroken}
        value={plan.whenBroken}
        onChange={(chosen) => onChange({ whenBroken: chosen })}
      />
    </div>
  )
}

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
    check: () => isNamed && plan.run(draft, { done: () => void toResult() }),
    isBusy: plan.busy,
    failure: plan.failure,
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
