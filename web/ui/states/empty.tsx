import type { ReactNode } from 'react'
import { Art, type Picture } from './art.tsx'
import classes from './states.module.css'

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode; picture?: Picture }

/** Nothing here yet: says so, and what to do next. */
export const Empty = ({ title, children, action, picture = 'open' }: EmptyProps) => (
  <div className={classes['mid']}>
    <Art picture={picture} />
    <h2 className="serif">{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
)
