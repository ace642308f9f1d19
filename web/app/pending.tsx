import { useTexts } from '../languages/index.ts'
import { BrandMark } from '../ui/marks/brand-mark.tsx'
import classes from './pending.module.css'

/** A screen that takes its time. */
export function Pending() {
  const t = useTexts()
  return (
    <div className={classes['pending']}>
      <BrandMark large />
      <span className="muted" role="status">
        {t('ui.state.loading')}
      </span>
    </div>
  )
}
