import type { ReactNode } from 'react'
import classes from './switch.module.css'

type SwitchProps = {
  label: string
  hint: ReactNode
  isOn: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}

/** Something that is on or off and is kept at once, with what that means below its name. */
export const Switch = ({ label, hint, isOn, disabled, onChange }: SwitchProps) => (
  <label className={classes['switch']} aria-label={label}>
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      checked={isOn}
      disabled={disabled}
      onChange={() => onChange(!isOn)}
    />
    <span>
      <span className="strong">{label}</span>
      <span className="small muted">{hint}</span>
    </span>
  </label>
)
