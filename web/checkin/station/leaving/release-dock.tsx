import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconDoor, IconUsersGroup } from '../../../ui/icons.ts'
import around from '../arriving/arriving.module.css'
import { SOMEBODY_ELSE, type Release } from './use-release.ts'

type ReleaseDockProps = { release: Release; online: boolean; onLeave: () => void; onOverride: () => void }

/** What can be done with who was chosen: let go, ask a second person, or refuse and write it down. */
export function ReleaseDock({ release, online, onLeave, onOverride }: ReleaseDockProps) {
  const t = useTexts()
  return (
    <div className={around['dock']}>
      <Button onClick={onLeave}>{t('checkin.station.notThisFamily')}</Button>
      <MainAct release={release} online={online} onOverride={onOverride} />
    </div>
  )
}

function MainAct({ release, online, onOverride }: Omit<ReleaseDockProps, 'onLeave'>) {
  const t = useTexts()
  const { chosen, collector, collectorId, verdict, code, busy, isWritten } = release
  const className = around['main']
  if (verdict === 'not_authorised')
    return (
      <Button kind="danger" className={className} busy={busy} disabled={!code || isWritten} onClick={release.release}>
        {t(isWritten ? 'checkin.station.refused' : 'checkin.station.refuse')}
      </Button>
    )
  const needsSecond = collectorId === SOMEBODY_ELSE || (collector && (verdict !== 'allowed' || !code))
  if (needsSecond)
    return (
      <Button
        kind="primary"
        className={className}
        icon={IconUsersGroup}
        disabled={chosen.size === 0 || !online}
        onClick={onOverride}
      >
        {t(online ? 'checkin.station.askSecond' : 'checkin.station.secondOffline')}
      </Button>
    )
  return (
    <Button
      kind="primary"
      className={className}
      icon={IconDoor}
      busy={busy}
      disabled={!collector || chosen.size === 0}
      onClick={release.release}
    >
      {collector
        ? t('checkin.station.letGo', { count: chosen.size, name: collector.name })
        : t('checkin.station.chooseWho')}
    </Button>
  )
}
