import type { FastifyReply } from 'fastify'

/** Aborted when the client goes away before it was answered. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away.'))
  })
  return gone.signal
}
