import type { ReactNode } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton, type Icon } from '../controls/button.tsx'
import { IconX } from '../icons.ts'
import {
  everythingSelected,
  hasTooMany,
  nothingSelected,
  selectedCount,
  TICKED_MOST,
  type Selection,
} from './selection.ts'
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

export type SelectionProps = {
  value: Selection
  onChange: (selection: Selection) => void
  /** Buttons (`size="sm"`) for what can be done with the ticked rows; under 768 px only their icons are seen. */
  actions: ReactNode
  /** Acts can be for everything that matches, loaded or not: "Select all 86" is offered. */
  canMatch?: boolean
}

type BarProps = SelectionProps & { total: number; allShownTicked: boolean; onSelectShown: () => void }

/** Offers all that match, or else all that is shown. */
function SelectMore({ value, onChange, canMatch, total, allShownTicked, onSelectShown }: BarProps) {
  const t = useTexts()
  const format = useFormat()
  if (canMatch)
    return selectedCount(value, total) < total ? (
      <Button kind="quiet" size="sm" onClick={() => onChange(everythingSelected)}>
        {t('ui.table.selectMatching', { count: format.number(total) })}
      </Button>
    ) : null
  return allShownTicked ? null : (
    <Button kind="quiet" size="sm" className={classes['shown']} onClick={onSelectShown}>
      {t('ui.table.selectShown')}
    </Button>
  )
}

/** How many rows are ticked and what can be done with them; under 768 px it lies over the tabs. */
export function SelectionBar(props: BarProps) {
  const t = useTexts()
  const { value, onChange, actions, total } = props
  const count = selectedCount(value, total)
  const most = useFormat().number(TICKED_MOST)
  const isTooMany = hasTooMany(value)
  const isAll = value.kind === 'matching' && value.except.length === 0
  return (
    <div className={classes['bar']} role="group" aria-label={t('ui.table.selection')} hidden={count === 0}>
      <div className={classes['counted']}>
        <span className="strong num" role="status">
          {count > 0 && t(isAll ? 'ui.table.selectedAll' : 'ui.table.selected', { count })}
          {isTooMany && ` · ${t(value.kind === 'ids' ? 'ui.table.tickedMost' : 'ui.table.untickedMost', { most })}`}
        </span>
        <SelectMore {...props} />
      </div>
      <span className="grow" />
      <fieldset className={classes['acts']} role="presentation" disabled={isTooMany}>
        {actions}
      </fieldset>
      <IconButton small label={t('ui.table.clearSelection')} icon={IconX} onClick={() => onChange(nothingSelected)} />
    </div>
  )
}
