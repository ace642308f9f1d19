import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import type { ImportPlan } from '#contract/people/imports.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { read } from '../../../api/queries.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { hasDays, hasGroups } from './draft.ts'
import classes from './mapping.module.css'

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
export function PlanOptions({ plan, onChange }: PlanProps) {
  return (
    <div className={classes['options']}>
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
