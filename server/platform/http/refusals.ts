import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isAway } from '../database/away.ts'
import { ApiError } from './api-error.ts'

/** Turns whatever was thrown into one error body; only what we did not foresee is logged as an error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (refusal.code === 'unexpected') request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected')
  if (refusal.code === 'unavailable')
    request.log.warn({ err: error, route: request.routeOptions.url }, 'database unavailable')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply.code(refusal.status).send(refusal.body)
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { statusCode } = error as Partial<FastifyError>
  if (isAway(error)) return new ApiError('unavailable', { retryAfter: 5 })
  if (statusCode === 413) return new ApiError('too_large')
  if (statusCode === 415) return new ApiError('unsupported_media_type')
  if (statusCode === 404) return new ApiError('not_found')
  if (statusCode !== undefined && statusCode < 500) return new ApiError('malformed_request')
  return new ApiError('unexpected')
}
