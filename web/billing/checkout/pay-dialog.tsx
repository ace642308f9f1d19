import { lazy, Suspense } from 'react'
import type { WaysToPayProps } from './ways-to-pay.tsx'

const loadWays = () => import('./ways-to-pay.tsx')
const WaysToPay = lazy(async () => ({ default: (await loadWays()).WaysToPay }))

/** Fetched by whoever comes near the form, so that nobody who presses waits for it. */
export const fetchWaysToPay = (): void => void loadWays().catch(() => {})

/** The dialog "Continue Payment with"; its code comes when it is needed. */
export const PayDialog = (props: WaysToPayProps) => (
  <Suspense fallback={null}>
    <WaysToPay {...props} />
  </Suspense>
)
