import type { InputHTMLAttributes } from 'react'
import classes from './parts.module.css'

type TickFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string }

/** A box to tick in a form. */
export const TickField = ({ label, ...input }: TickFieldProps) => (
  <label className={classes['tick']}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
  </label>
)
