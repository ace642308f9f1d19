import type { Collection } from '#contract/checkin/station.ts'
import { useFormat } from '../../../lib/format.tsx'
import { useTexts } from '../../../lib/languages/index.ts'
import { Face } from '../../../ui/marks/face.tsx'
import classes from './leaving.module.css'

type LeavingChildProps = { child: Collection['children'][number]; isChosen: boolean; onToggle: () => void }

/** A child of the registration: in class and able to go, or where it is instead. */
export function LeavingChild({ child, isChosen, onToggle }: LeavingChildProps) {
  const t = useTexts()
  const format = useFormat()
  const { firstName, className, state, checkedInAt } = child
  const where = {
    registered: t('checkin.station.neverCame'),
    checked_in: checkedInAt
      ? t('checkin.station.inSince', { class: className, time: format.time(checkedInAt) })
      : className,
    checked_out: t('checkin.station.isHome'),
  }
  return (
    <label className={classes['child']}>
      <input type="checkbox" checked={isChosen} disabled={state !== 'checked_in'} onChange={onToggle} />
      <Face {...child} size="m" />
      <span>
        <b>{firstName}</b>
        <span className="muted small">{where[state]}</span>
      </span>
    </label>
  )
}
