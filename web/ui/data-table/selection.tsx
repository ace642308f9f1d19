import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { IconX } from '../icons.ts'
import { selectedIds, type Selection } from './table-shape.ts'
import classes from './tools.module.css'

export type SelectionProps = {
  value: Selection
  onChange: (selection: Selection) => void
  /** Buttons for what can be done with the ticked rows. */
  actions: ReactNode
}

type TickProps = {
  label: string
  checked: boolean
  /** Some, but not all of what the box stands for. */
  mixed?: boolean
  /** Gets the click itself, so that Shift can tick a range. */
  onToggle: (event: MouseEvent<HTMLInputElement>) => void
}

/** A box to tick; the whole cell around it can be pressed. */
export function Tick({ label, checked, mixed = false, onToggle }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={classes['tick']}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onClick={onToggle}
        onChange={() => undefined}
      />
    </label>
  )
}

type BarProps = SelectionProps & { onSelectAll: () => void; allSelected: boolean }

/** How many rows are ticked and what can be done with them; under 768 px it lies over the tabs. */
export function SelectionBar({ value, onChange, actions, onSelectAll, allSelected }: BarProps) {
  const t = useTexts()
  const count = selectedIds(value).length
  return (
    <div className={classes['bar']} role="group" aria-label={t('ui.table.selection')} hidden={count === 0}>
      <div className={classes['counted']}>
        <span className="strong num" role="status">
          {count > 0 && t('ui.table.selected', { count })}
        </span>
        {!allSelected && (
          <Button kind="quiet" size="sm" onClick={onSelectAll}>
            {t('ui.table.selectShown')}
          </Button>
        )}
      </div>
      <span className="grow" />
      <div className={classes['acts']}>{actions}</div>
      <IconButton small label={t('ui.table.clearSelection')} icon={IconX} onClick={() => onChange({})} />
    </div>
  )
}
