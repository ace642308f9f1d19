import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/**
 * Refuses a writing request that a browser made for another site with our cookie (CSRF). Browsers say so in
 * Sec-Fetch-Site; older ones only send Origin. A request that names neither comes from no page.
 */
export function refuseCrossSite(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  if (site !== undefined) throw new ApiError('cross_site')
  const { origin } = request.headers
  if (origin !== undefined && hostOf(origin) !== request.host) throw new ApiError('cross_site')
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
