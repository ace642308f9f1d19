import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { BadInput } from './input.ts'

const BODY_LIMIT = 8 * 1024 * 1024

/** What every page of the sandbox may load: its own style sheet and its own frames, no script. */
export const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

const ERROR_BY_STATUS: Record<number, string> = {
  401: 'unauthorized',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
}

/** The HTTP server without its providers. It logs warnings and errors only, and of a request no more than its route. */
export function createApp(): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    logger: { level: 'warn', serializers: { req: routeOnly } },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    done()
  })
  app.setErrorHandler<FastifyError | BadInput>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500)
      return reply.code(status).send({ error: ERROR_BY_STATUS[status] ?? 'bad_request', message: error.message })
    request.log.error({ stack: error.stack }, 'a call failed')
    return reply.code(500).send({ error: 'internal_error' })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not_found' }))
  return app
}

/** Addresses carry phone numbers (`?to=`), so the log names the route only. */
const routeOnly = (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url })
