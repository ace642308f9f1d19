import { useTexts } from '../../../languages/index.ts'
import classes from './spinner.module.css'

/** A screen's data are on their way. */
export function Spinner() {
  const t = useTexts()
  return (
    <div className={classes['wait']} aria-busy="true">
      <span className={classes['wheel']} aria-hidden="true" />
      <span className="muted" role="status">
        {t('ui.state.loading')}
      </span>
    </div>
  )
}
