import type { FastifyRequest } from 'fastify'
import { ApiError } from '../runtime/api-error.ts'

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

/**
 * Refuses a file that a page of another site opens with our cookie: a navigation carries it, and an export that nobody
 * asked for would land on the disk and in the log. Who shows a token in a header is no page of a stranger.
 */
export function refuseForeignOpening(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (request.headers.authorization !== undefined) return
  if (site === 'cross-site' || site === 'same-site') throw new ApiError('cross_site')
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
