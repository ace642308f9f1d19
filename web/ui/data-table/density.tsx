import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '../icons.ts'
import type { Density } from './table-shape.ts'
import classes from './tools.module.css'

const keyOf = (list: string) => `nx.list.${list}.density`

/** How high the rows of a list are; kept on this device. */
export function useDensity(list: string) {
  const [density, show] = useState<Density>(() =>
    localStorage.getItem(keyOf(list)) === 'compact' ? 'compact' : 'comfortable',
  )
  const choose = (wanted: Density) => {
    if (wanted === 'compact') localStorage.setItem(keyOf(list), wanted)
    else localStorage.removeItem(keyOf(list))
    show(wanted)
  }
  return { density, choose }
}

export type DensityChoice = ReturnType<typeof useDensity>

const looks = [
  { value: 'comfortable', label: 'ui.table.comfortable', Sign: IconBaselineDensityMedium },
  { value: 'compact', label: 'ui.table.compact', Sign: IconBaselineDensitySmall },
] as const

export function DensityToggle({ density, choose }: DensityChoice) {
  const t = useTexts()
  return (
    <div role="group" aria-label={t('ui.table.density')} className={classes['segments']}>
      {looks.map(({ value, label, Sign }) => (
        <button
          key={value}
          type="button"
          aria-pressed={density === value}
          aria-label={t(label)}
          title={t(label)}
          onClick={() => choose(value)}
        >
          <Sign size={18} stroke={1.75} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
