import type { ReactNode } from 'react'
import classes from './parts.module.css'

type OpenerProps = { onOpen: () => void; second?: ReactNode; children: ReactNode }

/** The name of a row that opens a dialog, and a quieter line below it; a press anywhere on the row opens it too. */
export const Opener = ({ onOpen, second, children }: OpenerProps) => (
  <>
    <button type="button" className={classes['opener']} data-row-link="" aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
    {second !== undefined && (
      <span data-roomy="" className={classes['second']}>
        {second}
      </span>
    )}
  </>
)
