import type { ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { IconX } from '../icons.ts'
import classes from './chip.module.css'

/** What was picked, side by side. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes['chips']} aria-label={label}>
    {children}
  </ul>
)

/** One thing that was picked, and its way out. */
export const Chip = ({ name, remove, onRemove }: { name: string; remove: string; onRemove: () => void }) => (
  <li className={classes['chip']}>
    <bdi>{name}</bdi>
    <IconButton small label={remove} icon={IconX} onClick={onRemove} />
  </li>
)
