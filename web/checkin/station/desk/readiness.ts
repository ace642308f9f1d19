import { useEffect, useState } from 'react'
import { isPageWhole } from '../../../device/keep-page.ts'
import type { DeviceLack } from '../../offline/device-state.ts'
import type { Desk } from './desk.ts'
import { presentTime } from '../../../device/clock.ts'

/** What keeps the station from going on without a network. `page`: its own page is not kept; `old`: what it knows is. */
export type Lack = DeviceLack | 'page' | 'old'

/** Null: not known yet. */
export type Readiness = { lacks: readonly Lack[] } | null

const MINUTE_MS = 60_000
/** With a network a pack is renewed every two minutes. */
const FRESH_ONLINE_MS = 10 * MINUTE_MS
/** So long the server keeps the places of a station that it does not hear of (server/checkin/offline/lease-store.ts). */
const FRESH_MS = 12 * 60 * MINUTE_MS

type Known = Pick<Desk, 'isReady' | 'lack' | 'packAt' | 'online'> & { isPageKept: boolean | null; now: number }

/** Everything that is missing, the page first. */
export function readinessOf({ isReady, lack, packAt, online, isPageKept, now }: Known): Readiness {
  if (isPageKept === null || (!isReady && lack === null)) return null
  const age = packAt === null ? 0 : now - Date.parse(packAt)
  const isOld = age > (online ? FRESH_ONLINE_MS : FRESH_MS)
  // While something is behind, the next pack puts it right.
  const unready = !isReady && lack === 'codes' ? 'pack' : lack
  return {
    lacks: [
      ...(isPageKept ? [] : ['page' as const]),
      ...(unready ? [unready] : []),
      ...(isOld ? ['old' as const] : []),
    ],
  }
}

/** Looked at again so often, until the page is whole and then now and then; besides, as soon as a worker has kept it. */
const SOON_MS = 3000
/** A device that has just been opened is not called unready before it had its time. */
const GRACE_MS = 10_000

/** Whether this station would go on if the network went now. */
export function useReadiness({ isReady, lack, packAt, online }: Desk): Readiness {
  const [openedAt] = useState(() => presentTime().getTime())
  const [now, setNow] = useState(openedAt)
  const [isPageKept, setPageKept] = useState<boolean | null>(null)
  const isWhole = isPageKept === true
  useEffect(() => {
    let isHere = true
    const look = () =>
      void isPageWhole().then((whole) => {
        if (!isHere) return
        setPageKept(whole)
        setNow(presentTime().getTime())
      })
    look()
    const timer = setInterval(look, isWhole ? MINUTE_MS : SOON_MS)
    const { serviceWorker } = navigator as Partial<Navigator>
    serviceWorker?.addEventListener('controllerchange', look)
    return () => {
      isHere = false
      clearInterval(timer)
      serviceWorker?.removeEventListener('controllerchange', look)
    }
  }, [isWhole])
  const readiness = readinessOf({ isReady, lack, packAt, online, isPageKept, now })
  const isSettling = online && now - openedAt < GRACE_MS
  return readiness && readiness.lacks.length > 0 && isSettling ? null : readiness
}
