import type { FastifyRequest } from 'fastify'

const KEPT = 10_000

type Answer = { status: number; body: object }

/** Answers a repeated `PayPal-Request-Id` of the same call as before. Refusals are not kept. */
export function createRequestIds() {
  const answers = new Map<string, Answer>()
  return ({ headers, url }: FastifyRequest, work: () => Answer): Answer => {
    const id = headers['paypal-request-id']
    if (typeof id !== 'string') return work()
    const key = `${url} ${id}`
    const known = answers.get(key)
    // PayPal answers a repetition with 200 where it answered 201.
    if (known) return { ...known, status: 200 }
    const answer = structuredClone(work())
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
