import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Empty } from '../../ui/states/index.ts'
import { UnlockButton } from './self-service/unlock-button.tsx'
import { StationBar } from './desk/station-bar.tsx'
import classes from './desk/station.module.css'
import type { Day } from './desk/use-day.ts'

/** Nobody can be checked in today: says when the next event is. */
export function NoEvent({ day }: { day: Day }) {
  const t = useTexts()
  const format = useFormat()
  const { next, selfService, churchName } = day
  return (
    <div className={classes['bare']}>
      <StationBar title={churchName} isLocked={selfService}>
        {selfService && <UnlockButton onUnlocked={day.reopen} />}
      </StationBar>
      <main className={classes['plain']}>
        <Empty
          title={t('checkin.station.noEvent')}
          picture="closed"
          action={
            selfService ? undefined : (
              <ButtonLink to={paths.events} kind="primary">
                {t('checkin.station.toEvents')}
              </ButtonLink>
            )
          }
        >
          {next
            ? t('checkin.station.nextEvent', { name: next.name, at: format.dateTime(next.startsAt) })
            : t('checkin.station.noNextEvent')}
        </Empty>
      </main>
    </div>
  )
}
