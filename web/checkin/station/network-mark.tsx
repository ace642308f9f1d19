import { useTexts } from '../../languages/index.ts'
import { IconWifi, IconWifiOff } from '../../ui/icons.ts'
import type { Desk } from './desk.ts'
import type { Readiness } from './readiness.ts'
import classes from './station.module.css'

type NetworkProps = { desk: Pick<Desk, 'online' | 'pending'>; readiness?: Readiness }

/** Whether there is a network, and what waits to be sent. */
export function Network({ desk: { online, pending }, readiness = null }: NetworkProps) {
  const t = useTexts()
  const Sign = online ? IconWifi : IconWifiOff
  return (
    <span className={classes['mark']} data-tone={online ? 'ok' : 'warn'} role="status">
      <Sign size={16} aria-hidden="true" />
      <span className={online && pending === 0 ? classes['word'] : undefined}>
        {t(online ? 'checkin.station.online' : 'checkin.station.offline')}
        {pending > 0 && ` · ${t('checkin.station.pending', { count: pending })}`}
        {readiness?.lacks.length === 0 && <span className="vh">. {t('checkin.station.worksAlone')}</span>}
      </span>
    </span>
  )
}
