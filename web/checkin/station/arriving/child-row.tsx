import { useTexts } from '../../../lib/languages/index.ts'
import { Face } from '../../../ui/marks/face.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { ageWords } from '../../shared/ages.ts'
import type { StationChild, StationClass } from '../desk.ts'
import { isToCome, type Tick } from '../shared/ticks.ts'
import classes from './arriving.module.css'
import { CareFlags } from './care-flags.tsx'
import { ClassChoice } from './class-choice.tsx'

type ChildRowProps = {
  child: StationChild
  tick: Tick
  rooms: readonly StationClass[]
  onChange: (tick: Tick) => void
  plain: boolean
  onlyFitting?: boolean
  problem?: string | undefined
}

/** A child of the family at the door. */
export function ChildRow({ child, tick, rooms, onChange, plain, onlyFitting, problem }: ChildRowProps) {
  const t = useTexts()
  const canCome = isToCome(child)
  const room = rooms.find(({ id }) => id === child.classId)
  return (
    <li className={classes['child']}>
      <label className={classes['who']}>
        <input
          type="checkbox"
          checked={tick.isTicked}
          disabled={!canCome}
          onChange={({ target }) => onChange({ ...tick, isTicked: target.checked })}
        />
        <Face {...child} size="l" plain={plain} />
        <span className="grow">
          <span className={classes['name']}>{child.firstName}</span>
          <span className={classes['age']}>{ageWords(child.ageMonths, t)}</span>
          {child.state === 'checked_out' && <Badge tone="neutral">{t('checkin.station.isHome')}</Badge>}
          <CareFlags child={child} />
        </span>
      </label>
      {canCome ? (
        <ClassChoice
          child={child}
          rooms={rooms}
          classId={tick.classId}
          problem={problem}
          {...(onlyFitting && { onlyFitting })}
          onChoose={(classId) => onChange({ isTicked: true, classId })}
        />
      ) : (
        <span className={classes['class']}>
          <Badge tone="ok">{t('checkin.station.isIn')}</Badge>
          <b>{room?.name}</b>
        </span>
      )}
    </li>
  )
}
