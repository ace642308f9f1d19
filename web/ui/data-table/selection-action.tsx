import { Button, type Icon } from '../controls/button.tsx'
import classes from './selection.module.css'

type SelectionActionProps = {
  label: string
  icon: Icon
  isDanger?: boolean
  busy?: boolean
  onPick: () => void
}

/** What can be done with the ticked rows; where there is little room only the icon is seen. */
export const SelectionAction = ({ label, icon, isDanger, busy, onPick }: SelectionActionProps) => (
  <Button
    size="sm"
    icon={icon}
    title={label}
    {...(isDanger && { kind: 'danger' as const })}
    {...(busy && { busy: true })}
    onClick={onPick}
  >
    <span className={classes['label']}>{label}</span>
  </Button>
)
