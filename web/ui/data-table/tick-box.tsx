import { useEffect, useRef } from 'react'
import classes from './selection.module.css'
import panelsClasses from './panels.module.css'

type TickBoxProps = {
  label: string
  checked: boolean
  /** Some, but not all of what the box stands for. */
  mixed?: boolean
  onToggle: (withShift: boolean) => void
}

/** A box to tick; the whole cell around it can be pressed. */
export function TickBox({ label, checked, mixed = false, onToggle }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    // Pressing with Shift would mark the text between two rows.
    <label className={classes['tick']} onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  )
}

type CheckLineProps = { label: string; checked: boolean; disabled?: boolean; onToggle: () => void }

/** A line of a panel with a box to tick. */
export const CheckLine = ({ label, checked, disabled, onToggle }: CheckLineProps) => (
  <label className={panelsClasses['check']}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
    <span>{label}</span>
  </label>
)
