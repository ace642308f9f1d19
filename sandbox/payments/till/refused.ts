import type { FastifyError, FastifyInstance } from 'fastify'

/** A call that a provider refuses, in its own words. */
export class Refused extends Error {
  readonly statusCode: number
  readonly body: object
  constructor(statusCode: number, body: object) {
    super(`refused with ${statusCode}`)
    this.statusCode = statusCode
    this.body = body
  }
}

/** What a provider says to calls that do not reach their subject. */
export type Words = {
  unauthorized(): Refused
  /** No such address. */
  unknownCall(method: string, path: string): Refused
  /** A body that cannot be read. */
  unreadable(message: string): Refused
  /** A fault on purpose. */
  failing(status: 500 | 429): Refused
}

/** Every answer below this point is in the provider's words, refusals too. */
export function speak(api: FastifyInstance, words: Words): void {
  api.setErrorHandler<FastifyError | Refused>((error, request, reply) => {
    if (error instanceof Refused) return reply.code(error.statusCode).send(error.body)
    const { statusCode, body } =
      (error.statusCode ?? 500) < 500 ? words.unreadable(error.message) : logged(words.failing(500))
    return reply.code(statusCode).send(body)

    function logged(refused: Refused): Refused {
      request.log.error({ stack: error.stack }, 'a call failed')
      return refused
    }
  })
  api.setNotFoundHandler((request, reply) => {
    const { statusCode, body } = words.unknownCall(request.method, request.url.split('?')[0] ?? '')
    return reply.code(statusCode).send(body)
  })
}
