import type { ReactNode, SelectHTMLAttributes } from 'react'
import { IconChevronDown } from '../icons.ts'
import { Field } from './field.tsx'
import classes from './field.module.css'

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** The browser's own list of choices: phones show it as their own. */
export const SelectField = ({ label, hint, error, children, ...select }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <span className={classes['select']}>
        <select {...select} {...control} className={classes['input']}>
          {children}
        </select>
        <IconChevronDown size={16} aria-hidden="true" />
      </span>
    )}
  </Field>
)
