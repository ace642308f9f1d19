import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, or returns at once when the sandbox closes. */
export async function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal: closing })
  } catch (error) {
    if (!closing.aborted) throw error
  }
}
