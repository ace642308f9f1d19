import type { ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { IconX } from '../icons.ts'
import classes from './filters.module.css'

type FilterChipProps = {
  /** Before the value: "Group is". */
  label: string
  value: string
  onRemove: () => void
}

/** A filter that is on, and the way to take it off. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  const t = useTexts()
  return (
    <li className={classes['chip']}>
      <span>
        {label} <b>{value}</b>
      </span>
      <IconButton label={t('ui.filters.remove', { name: `${label} ${value}` })} icon={IconX} onClick={onRemove} />
    </li>
  )
}

/** All filters that are on. */
export function FilterChips({ children, onClearAll }: { children: ReactNode; onClearAll: () => void }) {
  const t = useTexts()
  return (
    <div className={classes['chipRow']}>
      <ul aria-label={t('ui.filters.on')}>{children}</ul>
      <Button kind="quiet" size="sm" onClick={onClearAll}>
        {t('ui.filters.clearAll')}
      </Button>
    </div>
  )
}
