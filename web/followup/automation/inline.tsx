import type { ReactNode } from 'react'
import { IconChevronDown } from '../../ui/icons.ts'
import classes from './automation.module.css'

type InlineSelectProps<Value extends string> = {
  /** Said to who does not see the sentence around it. */
  label: string
  value: Value
  choices: readonly { value: Value; name: string }[]
  disabled: boolean
  onChange: (value: Value) => void
}

/** A choice within a sentence. */
export const InlineSelect = <Value extends string>(props: InlineSelectProps<Value>) => {
  const { label, value, choices, disabled, onChange } = props
  return (
    <span className={classes['select']}>
      <select
        className={classes['inline']}
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((one) => one.value === currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden="true" />
    </span>
  )
}

type InlineNumberProps = {
  label: string
  value: number | null
  min: number
  max: number
  disabled: boolean
  onChange: (value: number | null) => void
}

/** A number within a sentence; empty is none. */
export const InlineNumber = ({ label, value, min, max, disabled, onChange }: InlineNumberProps) => (
  <input
    type="number"
    inputMode="numeric"
    className={`${classes['inline']} ${classes['number']} num`}
    aria-label={label}
    {...{ min, max, disabled }}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
  />
)

/** One line of the sentence: When, If, Then, Run. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes['part']} role="group" aria-label={title}>
    <div className={`${classes['word']} serif`} aria-hidden="true">
      {title}
    </div>
    <div className={classes['parts']}>{children}</div>
  </div>
)
