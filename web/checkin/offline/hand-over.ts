import { ApiFailure } from '../../api/call.ts'
import { SYNC_LOCK } from './locks.ts'
import { waitingIn, type Queue } from './queue.ts'
import { bringActs, type Line } from './sync-loop.ts'

/** A round of another page may be at work; longer nobody waits for it. */
const WAIT_MS = 8000

type Closing<T> = {
  queue: Queue
  line: Pick<Line, 'sync'>
  /** What comes after: nothing is renewed before it is done. */
  after: () => Promise<T>
}

/**
 * Brings what waits and gives the station's places and codes back. Before it gives anything away the server has answered:
 * without a network everything stays as it is. Throws what the line throws, and `network` while something is not sent.
 */
export async function closeStation({ queue, line }: Omit<Closing<unknown>, 'after'>): Promise<void> {
  await bringActs(queue, line)
  if (waitingIn(await queue.read()) > 0) throw new ApiFailure('network', 0, 'Acts are not sent yet.')
  await line.sync([], [])
  await queue.giveBack()
  // Lost on its way, it waits like every other act; the device counts on nothing any more.
  await bringActs(queue, line).catch(() => undefined)
}

/** Closes the station and then hands the device over. Throws as `closeStation`, and what `after` throws. */
export const handOver = <T>({ after, ...closing }: Closing<T>): Promise<T> =>
  navigator.locks.request(SYNC_LOCK, { signal: AbortSignal.timeout(WAIT_MS) }, async () => {
    await closeStation(closing)
    return after()
  })
