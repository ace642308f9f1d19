import { setTimeout as sleep } from 'node:timers/promises'

type Pause = (milliseconds: number, closing: AbortSignal) => Promise<void>

let decided: Pause | null = null

/** Waits, or returns at once when the sandbox closes. */
export const pause: Pause = (milliseconds, closing) => (decided ?? realPause)(milliseconds, closing)

/** A test decides when pauses end; null: real time does again. */
export const decidePauses = (by: Pause | null): void => {
  decided = by
}

const realPause: Pause = async (milliseconds, closing) => {
  try {
    await sleep(milliseconds, undefined, { signal: closing })
  } catch (error) {
    if (!closing.aborted) throw error
  }
}
