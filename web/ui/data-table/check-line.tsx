import classes from './panels.module.css'

type CheckLineProps = { label: string; checked: boolean; disabled?: boolean; onToggle: () => void }

/** A line of a panel with a box to tick. */
export const CheckLine = ({ label, checked, disabled, onToggle }: CheckLineProps) => (
  <label className={classes['check']}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
    <span>{label}</span>
  </label>
)
