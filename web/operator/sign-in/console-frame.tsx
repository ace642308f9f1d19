import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import classes from './console-frame.module.css'

/** Pages before the console: one quiet card. */
export const ConsoleFrame = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <main className={classes['frame']}>
    <title>{`${title} · Narthex`}</title>
    <div className={classes['card']}>
      <BrandMark large />
      <div>
        <h1>{title}</h1>
        <p className="muted">{text}</p>
      </div>
      {children}
    </div>
  </main>
)
