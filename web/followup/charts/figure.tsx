import type { ReactNode } from 'react'
import classes from './charts.module.css'

type FigureProps = {
  /** Whole: "42.1%, see the 16 people". */
  label: string
  onSee?: (() => void) | undefined
  children: ReactNode
}

/** A figure that opens the people behind it. Without `onSee` it is only a number. */
export const Figure = ({ label, onSee, children }: FigureProps) =>
  onSee ? (
    <button
      type="button"
      className={`num ${classes['figure']}`}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={onSee}
    >
      {children}
    </button>
  ) : (
    <span className="num strong">{children}</span>
  )
