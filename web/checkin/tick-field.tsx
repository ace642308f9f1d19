import type { InputHTMLAttributes, ReactNode } from 'react'
import classes from './tick-field.module.css'

type TickFieldProps = InputHTMLAttributes<HTMLInputElement> & { children: ReactNode; large?: boolean }

/** A box to tick with its words; the large one is for a thumb. */
export const TickField = ({ children, large, ...input }: TickFieldProps) => (
  <label className={[classes['tick'], large && classes['large']].filter(Boolean).join(' ')}>
    <input {...input} type="checkbox" />
    <span>{children}</span>
  </label>
)
