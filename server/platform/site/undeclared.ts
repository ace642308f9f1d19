import type { FastifyInstance } from 'fastify'
import { refusalCodesOf } from './openapi.ts'

/**
 * For tests: a refusal that the contract of its call does not declare becomes an error of the server, and `note` is told.
 * To be asked for before the calls are bound.
 */
export function refuseUndeclared(http: FastifyInstance, note: (sentence: string) => void): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || reply.statusCode < 400 || typeof payload !== 'string') return payload
    const { code } = JSON.parse(payload) as { code: string }
    const declared: readonly string[] = refusalCodesOf(endpoint)
    if (declared.includes(code)) return payload
    const sentence = `undeclared refusal ${code} of ${endpoint.method} ${endpoint.path}`
    note(sentence)
    reply.code(500)
    return JSON.stringify({ code: 'unexpected', message: sentence })
  })
}
