import type { ClassChoice, Registrable } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconClock } from '../../../ui/icons.ts'
import classes from './registration.module.css'

type LineProps = { person: Registrable; className: string; place: number; isBusy: boolean; onLeave: () => void }

/** Who waits for a place, and where in the line. */
export function InLine({ person, className, place, isBusy, onLeave }: LineProps) {
  const t = useTexts()
  return (
    <div className={classes['waits']}>
      <IconClock size={20} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <p className="strong">{t('portal.register.waits', { className, place })}</p>
        <p className={classes['fine']}>{t('portal.register.waitsHint')}</p>
        <Button
          kind="quiet"
          size="sm"
          busy={isBusy}
          aria-label={t('portal.register.leaveLineFor', { name: person.firstName })}
          onClick={onLeave}
        >
          {t('portal.register.leaveLine')}
        </Button>
      </div>
    </div>
  )
}

type OffersProps = {
  person: Registrable
  full: readonly ClassChoice[]
  isBusy: boolean
  onWait: (classId: string) => void
}

/** Full classes of the own age: one may wait for a place. */
export function WaitOffers({ person, full, isBusy, onWait }: OffersProps) {
  const t = useTexts()
  if (full.length === 0) return null
  return (
    <ul className={classes['offers']}>
      {full.map(({ id, name }) => (
        <li key={id}>
          <span className="grow">{t('portal.register.fullClass', { className: name })}</span>
          <Button
            kind="quiet"
            size="sm"
            busy={isBusy}
            aria-label={t('portal.register.waitFor', { name: person.firstName, className: name })}
            onClick={() => onWait(id)}
          >
            {t('portal.register.wait')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
