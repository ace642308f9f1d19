import { useTexts } from '../../../languages/index.ts'
import { IconAlertTriangle, IconHandStop, IconMedicalCross } from '../../../ui/icons.ts'
import type { StationChild } from '../desk.ts'
import classes from './care-flags.module.css'

/** What has to be known of a child, in full words: allergies and who may not take them in red, medical in amber. */
export function CareFlags({ child }: { child: Pick<StationChild, 'care' | 'mayNotLeaveWith'> }) {
  const t = useTexts()
  if (child.care.length + child.mayNotLeaveWith.length === 0) return null
  return (
    <span className={classes['flags']}>
      {child.care.map(({ kind, name, instruction }, index) => {
        const Sign = kind === 'allergy' ? IconAlertTriangle : IconMedicalCross
        const said = kind === 'allergy' ? t('checkin.station.allergyTo', { name }) : name
        return (
          <span key={index} className={`${classes['flag']} ${kind === 'medical' ? classes['medical'] : ''}`}>
            <Sign size={18} stroke={1.75} aria-hidden="true" />
            {[said, instruction].filter(Boolean).join(', ')}
          </span>
        )
      })}
      {child.mayNotLeaveWith.map((name) => (
        <span key={name} className={classes['flag']}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          {t('checkin.station.mayNotLeaveWith', { name })}
        </span>
      ))}
    </span>
  )
}
