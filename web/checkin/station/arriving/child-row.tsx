import { useTexts } from '../../../languages/index.ts'
import { Face } from '../../../ui/marks/face.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { ageWords } from '../../ages.ts'
import type { StationChild, StationClass } from '../desk/desk.ts'
import { isToCome, type Tick, classesFor } from '../desk/ticks.ts'
import classes from './arriving.module.css'
import { useId } from 'react'
import { IconAlertTriangle, IconHandStop, IconMedicalCross } from '../../../ui/icons.ts'
import careFlagsClasses from './care-flags.module.css'

/** What has to be known of a child, in full words: allergies and who may not take them in red, medical in amber. */
export function CareFlags({ child }: { child: Pick<StationChild, 'care' | 'mayNotLeaveWith'> }) {
  const t = useTexts()
  if (child.care.length + child.mayNotLeaveWith.length === 0) return null
  return (
    <span className={careFlagsClasses['flags']}>
      {child.care.map(({ kind, name, instruction }, index) => {
        const Sign = kind === 'allergy' ? IconAlertTriangle : IconMedicalCross
        const said = kind === 'allergy' ? t('checkin.station.allergyTo', { name }) : name
        return (
          <span
            key={index}
            className={`${careFlagsClasses['flag']} ${kind === 'medical' ? careFlagsClasses['medical'] : ''}`}
          >
            <Sign size={18} stroke={1.75} aria-hidden="true" />
            {[said, instruction].filter(Boolean).join(', ')}
          </span>
        )
      })}
      {child.mayNotLeaveWith.map((name) => (
        <span key={name} className={careFlagsClasses['flag']}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          {t('checkin.station.mayNotLeaveWith', { name })}
        </span>
      ))}
    </span>
  )
}

type ClassChoiceProps = {
  child: StationChild
  rooms: readonly StationClass[]
  classId: string | null
  /** In self-service only what fits the age may be chosen. */
  onlyFitting?: boolean
  problem?: string | undefined
  onChoose: (classId: string) => void
}

/** The class of a child; where there is nothing to choose, only its name. */
function ClassChoice({ child, rooms, classId, onlyFitting, problem, onChoose }: ClassChoiceProps) {
  const t = useTexts()
  const id = useId()
  const { fitting, others } = classesFor(child.ageMonths, rooms)
  const offered = onlyFitting ? fitting : [...fitting, ...others]
  if (offered.length < 2 && offered[0]?.id === classId)
    return (
      <span className={classes['class']}>
        <span>{t('checkin.station.class')}</span>
        <b>{offered[0]?.name}</b>
      </span>
    )
  const option = ({ id: value, name, placesLeft }: StationClass) => {
    // The last place may be the child's own.
    const isFull = placesLeft === 0 && value !== child.classId
    return (
      <option key={value} value={value} disabled={isFull}>
        {isFull ? t('checkin.station.classFull', { name }) : name}
      </option>
    )
  }
  return (
    <span className={classes['class']}>
      <label htmlFor={id}>
        {t('checkin.station.class')}
        <span className="vh"> {t('checkin.station.classOf', { name: child.firstName })}</span>
      </label>
      <select
        id={id}
        value={classId ?? ''}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-below` : undefined}
        onChange={({ target }) => onChoose(target.value)}
      >
        {classId === null && (
          <option value="" disabled>
            {t('checkin.station.chooseClass')}
          </option>
        )}
        {fitting.map(option)}
        {!onlyFitting && others.length > 0 && fitting.length > 0 && (
          <optgroup label={t('checkin.station.otherAges')}>{others.map(option)}</optgroup>
        )}
        {!onlyFitting && fitting.length === 0 && others.map(option)}
      </select>
      {problem && (
        <span id={`${id}-below`} className={classes['problem']}>
          {problem}
        </span>
      )}
    </span>
  )
}

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
