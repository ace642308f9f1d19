import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useSession } from '../../lib/session.ts'
import { LowUnitsAlert } from '../alert/low-units-alert.tsx'
import classes from './units.module.css'

/** The units that are free now, and how many there will be after what is being typed. */
export function Balance({ more }: { more: bigint | null }) {
  const t = useTexts()
  const format = useFormat()
  const { units } = useSession()
  return (
    <div className={classes['balance']}>
      <span>{t('billing.units.balance')}</span>
      <b className="num">{format.number(units)}</b>
      {more !== null && more > 0n && (
        <span className="small muted num">
          {t('billing.units.after', { units: format.number(units + Number(more)) })}
        </span>
      )}
      <LowUnitsAlert />
    </div>
  )
}
