import type { FastifyInstance } from 'fastify'
import { endStreams } from './stream.ts'

/** Longer than nearly every answer takes; slow uploads of a stopping server are begun again on another. */
const PATIENCE_MS = 5_000

/** Takes no more requests, lets those that run end, and cuts what is left when the time is over. */
export async function closeInTime(http: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), PATIENCE_MS)
  endStreams(http)
  await http.close()
  clearTimeout(cut)
}
