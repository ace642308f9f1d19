import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until there is an answer; fails when the time is over. */
export async function until<T>(ask: () => Promise<T | null | undefined | false>, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`Nothing after ${seconds} s.`)
    await sleep(50)
  }
}
