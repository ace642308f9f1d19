import type { ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Art } from './art.tsx'
import classes from './states.module.css'

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
