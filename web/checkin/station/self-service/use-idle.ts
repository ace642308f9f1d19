import { useEffect, useEffectEvent } from 'react'

/** Whoever walks away leaves nothing of their family on the screen. */
export const IDLE_MS = 30_000

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/** Calls `onIdle` when nobody has touched anything for so long. */
export function useIdle(isWatching: boolean, afterMs: number, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isWatching) return
    let timer = setTimeout(() => idle(), afterMs)
    const live = () => {
      clearTimeout(timer)
      timer = setTimeout(() => idle(), afterMs)
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, live, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, live, { capture: true })
    }
  }, [isWatching, afterMs])
}
