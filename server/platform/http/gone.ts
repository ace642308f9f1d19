import type { FastifyReply } from 'fastify'

/** Aborted when the client goes away before it was answered. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const { raw } = reply
  const gone = new AbortController()
  const leave = (): void => {
    if (!raw.writableFinished) gone.abort(new Error('The client went away.'))
  }
  // Who went while the call was still at work says so no second time.
  if (raw.closed || raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}
