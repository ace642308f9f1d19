import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import classes from './compose.module.css'

/** The page without a way to the other screens, which are shut. */
export const GatedFrame = ({ church, children }: { church: string; children: ReactNode }) => (
  <div className={classes['gated']}>
    <header className={classes['top']}>
      <BrandMark />
      <b>{church}</b>
    </header>
    <main className={classes['main']}>{children}</main>
  </div>
)
