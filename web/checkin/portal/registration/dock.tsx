import { useTexts } from '../../../languages/index.ts'
import { thankYouPath } from '../../../routing/portal-paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconQrcode } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Tally } from './choices.ts'
import classes from './registration.module.css'

type DockProps = {
  tally: Tally
  registrationId: string | null
  /** Everybody who is meant to change is registered already. */
  isChange: boolean
  /** Said in place of the count: nobody is chosen. */
  isNobodySaid: boolean
  trouble: string | null
  isBusy: boolean
  isWaiting: boolean
  onRegister: () => void
  onStop: () => void
}

function Count({ tally: { coming, withoutClass, toRegister }, registrationId, isNobodySaid }: DockProps) {
  const t = useTexts()
  const words = () => {
    if (isNobodySaid && coming === 0) return t('portal.register.nobody')
    if (withoutClass > 0) return t('portal.register.chosenWithout', { count: coming, without: withoutClass })
    const isAll = registrationId && coming > 0 && toRegister.length === 0
    return t(isAll ? 'portal.register.allRegistered' : 'portal.register.chosen', { count: coming })
  }
  return (
    <p className={classes['count']} role="status">
      {words()}
    </p>
  )
}

/** The main act, always within reach of the thumb, and what stands in its way. */
export function Dock(props: DockProps) {
  const t = useTexts()
  const { tally, registrationId, isChange, trouble, isBusy, isWaiting, onRegister, onStop } = props
  const isSettled = registrationId && tally.coming > 0 && tally.toRegister.length === 0 && tally.withoutClass === 0
  return (
    <div className={classes['dock']} data-dock="">
      <div>
        {trouble && <Note tone="bad">{trouble}</Note>}
        {isWaiting && (
          <Note
            tone="warn"
            action={
              <Button size="sm" onClick={onStop}>
                {t('portal.register.stop')}
              </Button>
            }
          >
            <span role="status">{t('portal.register.noNetwork')}</span>
          </Note>
        )}
        {isSettled ? (
          <ButtonLink to={thankYouPath(registrationId)} kind="primary" size="lg" block icon={IconQrcode}>
            {t('portal.register.openPass')}
          </ButtonLink>
        ) : (
          <Button kind="primary" size="lg" block busy={isBusy} onClick={onRegister}>
            {t(isChange ? 'portal.register.save' : 'portal.register.register')}
          </Button>
        )}
        <Count {...props} />
      </div>
    </div>
  )
}
