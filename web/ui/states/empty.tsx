import type { ReactNode } from 'react'
import { Art, type Picture } from './art.tsx'
import classes from './states.module.css'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'

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

/** A search or filter that finds nothing; the way out is to clear it. */
export function NoMatch({ children, onClear }: { children: ReactNode; onClear: () => void }) {
  const t = useTexts()
  return (
    <div className={classes['mid']}>
      <Art picture="lens" />
      <p className={classes['said']} role="status">
        {children}
      </p>
      <Button onClick={onClear}>{t('ui.state.clearSearch')}</Button>
    </div>
  )
}
