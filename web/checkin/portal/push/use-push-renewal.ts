import { useEffect } from 'react'
import { CALM_MS } from '../reading/later.tsx'
import { wantsPush } from './push-memory.ts'

/** Whoever turned push on here goes on being told after the session or the browser's subscription was renewed. Long after the first screen. */
export function usePushRenewal(personId: string | undefined): void {
  useEffect(() => {
    if (personId === undefined || !wantsPush()) return
    const renew = async () => {
      const { renewPush } = await import('./renew-push.ts')
      await renewPush(personId)
    }
    // What cannot be renewed now is tried at the next opening.
    const timer = setTimeout(() => void renew().catch(() => undefined), CALM_MS)
    return () => clearTimeout(timer)
  }, [personId])
}
