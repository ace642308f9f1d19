import type { ReactNode } from 'react'
import { BrandMark } from '../marks/brand-mark.tsx'
import classes from './bare-frame.module.css'

/** A page without a way to the other screens, which are shut: whose it is, and the page. */
export const BareFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes['frame']}>
    <header className={classes['top']}>
      <BrandMark />
      <b>{title}</b>
    </header>
    <main className={classes['main']}>{children}</main>
  </div>
)
