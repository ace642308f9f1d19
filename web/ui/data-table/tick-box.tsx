import { useEffect, useRef } from 'react'
import classes from './selection.module.css'

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
