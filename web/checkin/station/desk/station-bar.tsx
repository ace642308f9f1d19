import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { chooseScheme, useColorScheme } from '../../../device/color-scheme.ts'
import { useTexts } from '../../../languages/index.ts'
import { paths } from '../../../routing/paths.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { IconMoon, IconSun, IconWifi, IconWifiOff } from '../../../ui/icons.ts'
import { BrandMark } from '../../../ui/marks/brand-mark.tsx'
import classes from './station.module.css'
import { useFormat } from '../../../languages/format.tsx'
import { presentTime } from '../../../device/clock.ts'
import type { Desk } from './desk.ts'
import type { Readiness } from './readiness.ts'

const TICK_MS = 5000

/** The time in the church's zone. */
function Clock() {
  const format = useFormat()
  const [now, setNow] = useState(presentTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(presentTime()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <time className="num strong">{format.time(now)}</time>
}

type StationBarProps = {
  title: ReactNode
  /** The families have it: there is no way out. */
  isLocked?: boolean
  onLeave?: () => void
  /** How the station stands. */
  marks?: ReactNode
  /** What can be done with it, at the end. */
  children?: ReactNode
}

/** The bar of every station: what it is for, how it stands, the time. The mark leads out, unless the station is locked. */
export function StationBar({ title, isLocked = false, onLeave, marks, children }: StationBarProps) {
  const t = useTexts()
  const { scheme } = useColorScheme()
  return (
    <header className={classes['bar']}>
      {isLocked ? (
        <BrandMark />
      ) : (
        <Link
          to={paths.events}
          aria-label={t('checkin.station.leave')}
          title={t('checkin.station.leave')}
          onClick={onLeave}
        >
          <BrandMark />
        </Link>
      )}
      <b className="grow clip">{title}</b>
      <span className={classes['marks']}>{marks}</span>
      <Clock />
      <IconButton
        label={t('checkin.station.scheme')}
        icon={scheme === 'dark' ? IconSun : IconMoon}
        onClick={() => chooseScheme(scheme === 'dark' ? 'light' : 'dark')}
      />
      {children}
    </header>
  )
}

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
