import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** Turns whatever was thrown into one error body; only what we did not foresee is logged as an error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (refusal.code === 'unexpected') request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected')
  if (refusal.code === 'unavailable') request.log.warn({ err: error, route: request.routeOptions.url }, 'database unavailable')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply.code(refusal.status).send(refusal.body)
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (isDatabaseAway(code, error)) return new ApiError('unavailable', { retryAfter: 5 })
  if (statusCode === 413) return new ApiError('too_large')
  if (statusCode === 415) return new ApiError('unsupported_media_type')
  if (statusCode === 404) return new ApiError('not_found')
  if (statusCode !== undefined && statusCode < 500) return new ApiError('malformed_request')
  return new ApiError('unexpected')
}

// Class 08 connection, 53 resources (disk full, too many connections), 57P shutdown, 25P03/57014 time-outs, 58 system.
const AWAY = /^(08...|53...|57P..|57014|25P0[34]|58...|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH)$/

function isDatabaseAway(code: string, error: unknown): boolean {
  if (AWAY.test(code)) return true
  const message = error instanceof Error ? error.message : ''
  return message.startsWith('timeout exceeded when trying to connect') || message.startsWith('Connection terminated')
}
