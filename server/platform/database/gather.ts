import type pg from 'pg'

/**
 * Makes a connection send what is asked in one go of the event loop as one write: statements that travel together, the
 * beginning of a transaction with its first questions. Each write of its own is a call of the system here and wakes
 * PostgreSQL there, which costs as much as a small statement does.
 */
export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  const ask = client.query as (...given: unknown[]) => unknown
  let isGathering = false
  const send = (): void => {
    isGathering = false
    stream.uncork()
  }
  client.query = ((...given: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      stream.cork()
      process.nextTick(send)
    }
    return Reflect.apply(ask, client, given)
  }) as pg.PoolClient['query']
}
