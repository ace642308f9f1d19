import type { FastifyReply, FastifyRequest } from 'fastify'
import { formOf } from '../desk.ts'
import { stripeRefusal } from './errors.ts'

const KEYS_KEPT = 10_000

/** Answers a repeated `Idempotency-Key` as before; the same key for another call is refused. Refusals are not kept. */
export function createIdempotency() {
  const answers = new Map<string, { call: string; answer: object }>()
  return (request: FastifyRequest, reply: FastifyReply, work: () => object): object => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return work()
    const call = `${request.method} ${request.url}\n${formOf(request)}`
    const known = answers.get(key)
    if (known && known.call !== call)
      throw stripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (known) void reply.header('idempotent-replayed', 'true')
    // The answer is kept as it was: what it tells of moves on.
    const answer = known?.answer ?? structuredClone(work())
    answers.set(key, { call, answer })
    const [oldest] = answers.keys()
    if (answers.size > KEYS_KEPT && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}

export type Idempotent = ReturnType<typeof createIdempotency>
