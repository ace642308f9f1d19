import type { Condition } from '#contract/followup/automation-rules.ts'
import { useTexts } from '../../languages/index.ts'
import { IconX } from '../../ui/icons.ts'
import classes from './automation.module.css'
import { InlineNumber, InlineSelect } from './inline.tsx'
import type { Choices } from './new-parts.ts'
import type { Editing } from './trigger-part.tsx'
import { actWords } from './words.ts'

type Listed = Extract<Condition, { ids: readonly unknown[] }>
type Option = { value: string; name: string }

function optionsOf({ fact }: Listed, { sources, stages, groups }: Choices, unknown: string): Option[] {
  if (fact === 'group') return groups.map(({ id, name }) => ({ value: id, name }))
  const listed = (fact === 'source' ? sources : stages).filter(({ isRetired }) => !isRetired)
  const named = listed.map(({ id, name }) => ({ value: `${id}`, name }))
  return fact === 'source' ? [...named, { value: '0', name: unknown }] : named
}

const withIds = (condition: Listed, ids: readonly string[]): Listed =>
  condition.fact === 'group' ? { ...condition, ids: [...ids] } : { ...condition, ids: ids.map(Number) }

/** One or none of a list: each as a chip, and a choice that adds another. */
function ListedValue({ value, choices, disabled, onChange }: Editing<Listed>) {
  const t = useTexts()
  const options = optionsOf(value, choices, t('followup.rule.notSpecified'))
  const ids = value.ids.map(String)
  const left = options.filter((option) => !ids.includes(option.value))
  const nameOf = (id: string) => options.find((option) => option.value === id)?.name ?? t('followup.rule.gone')
  return (
    <>
      <InlineSelect
        label={t('followup.rule.isOrNot')}
        value={value.is ? 'is' : 'not'}
        choices={[
          { value: 'is', name: t('followup.rule.is') },
          { value: 'not', name: t('followup.rule.isNot') },
        ]}
        disabled={disabled}
        onChange={(is) => onChange({ ...value, is: is === 'is' })}
      />
      {ids.map((id) => (
        <span key={id} className={classes['chip']}>
          {nameOf(id)}
          {!disabled && ids.length > 1 && (
            <button
              type="button"
              aria-label={t('followup.rule.removeValue', { name: nameOf(id) })}
              onClick={() =>
                onChange(
                  withIds(
                    value,
                    ids.filter((one) => one !== id),
                  ),
                )
              }
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {!disabled && left.length > 0 && (
        <InlineSelect
          label={t('followup.rule.addValue')}
          value=""
          choices={[{ value: '', name: t('followup.rule.or') }, ...left]}
          disabled={disabled}
          onChange={(id) => onChange(withIds(value, [...ids, id]))}
        />
      )}
    </>
  )
}

const channels = ['sms', 'email', 'push'] as const

/** What is asked of a person. */
export function ConditionValue({ value, choices, disabled, onChange }: Editing<Condition>) {
  const t = useTexts()
  switch (value.fact) {
    case 'source':
    case 'stage':
    case 'group':
      return <ListedValue {...{ value, choices, disabled, onChange }} />
    case 'kind':
      return (
        <InlineSelect
          label={t('followup.rule.kind')}
          value={value.kind}
          choices={[
            { value: 'first_timer', name: t('followup.person.firstTimer') },
            { value: 'new_convert', name: t('followup.person.newConvert') },
          ]}
          disabled={disabled}
          onChange={(kind) => onChange({ ...value, kind })}
        />
      )
    case 'gender':
      return (
        <InlineSelect
          label={t('followup.rule.gender')}
          value={value.gender}
          choices={[
            { value: 'female', name: t('followup.rule.female') },
            { value: 'male', name: t('followup.rule.male') },
          ]}
          disabled={disabled}
          onChange={(gender) => onChange({ ...value, gender })}
        />
      )
    case 'consent':
      return (
        <InlineSelect
          label={t('followup.rule.consent')}
          value={value.channel}
          choices={channels.map((channel) => ({ value: channel, name: t(actWords[channel]) }))}
          disabled={disabled}
          onChange={(channel) => onChange({ ...value, channel })}
        />
      )
    case 'age':
      return <AgeValue {...{ value, choices, disabled, onChange }} />
  }
}

function AgeValue({ value, disabled, onChange }: Editing<Extract<Condition, { fact: 'age' }>>) {
  const t = useTexts()
  const years = { min: 0, max: 120, disabled }
  return (
    <>
      <span>{t('followup.rule.from')}</span>
      <InlineNumber
        {...years}
        label={t('followup.rule.ageFrom')}
        value={value.atLeast}
        onChange={(atLeast) => onChange({ ...value, atLeast })}
      />
      <span>{t('followup.rule.to')}</span>
      <InlineNumber
        {...years}
        label={t('followup.rule.ageTo')}
        value={value.atMost}
        min={value.atLeast ?? 0}
        onChange={(atMost) => onChange({ ...value, atMost })}
      />
      <span>{t('followup.rule.years')}</span>
    </>
  )
}
