import type { ReactNode } from 'react'
import classes from './form-foot.module.css'

type FormFootProps = {
  /** What went wrong. */
  note?: ReactNode
  /** The way back and the act. */
  children: ReactNode
}

/** The acts of a long dialog, always within reach of the thumb, and above them what went wrong. Stands last in it. */
export const FormFoot = ({ note, children }: FormFootProps) => (
  <div className={classes['foot']}>
    {note}
    <div className={classes['acts']}>{children}</div>
  </div>
)
