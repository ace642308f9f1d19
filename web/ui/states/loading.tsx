import { useTexts } from '../../languages/index.ts'
import classes from './states.module.css'

const WIDTHS = 4

/** Rows to come, drawn as quiet bars; says "Loading…" once to those who listen. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const t = useTexts()
  return (
    <div aria-busy="true">
      <span className="vh" role="status">
        {t('ui.state.loading')}
      </span>
      <ul className={classes['list']} aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row}>
            <span className={classes['door']} />
            <span className={classes['two']}>
              <i className={`${classes['bar']} ${classes[`w${row % WIDTHS}`]}`} />
              <i className={`${classes['bar']} ${classes['thin']} ${classes[`t${row % WIDTHS}`]}`} />
            </span>
            <i className={classes['bar']} />
          </li>
        ))}
      </ul>
    </div>
  )
}
