import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '../runtime/api-error.ts'

type Known = { endpoints: readonly Endpoint[]; hasPage: boolean }

/**
 * Answers what no route does. A browser that opens an address gets the page, which knows the address or says so; a call
 * with a method that it does not have gets `method_not_allowed` and those it has; everything else `not_found`.
 */
export function refuseUnknown(http: FastifyInstance, { endpoints, hasPage }: Known): void {
  const calls = endpoints.map((endpoint) => ({ method: endpoint.method, isAddress: isAddressOf(endpoint) }))
  http.setNotFoundHandler(async (request, reply) => {
    if (hasPage && wantsPage(request)) return reply.sendFile(pageFor(request.url))
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = new Set(
      calls
        .filter(({ isAddress }) => isAddress(path))
        .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    )
    if (methods.size === 0) throw new ApiError('not_found')
    reply.header('allow', [...methods].join(', '))
    throw new ApiError('method_not_allowed')
  })
}

/** Families have a page of their own, which is light; every other address is the staff's. */
const pageFor = (url: string): string => (/^\/checkin(\/|\?|$)/i.test(url) ? 'portal.html' : 'index.html')

/** Whether a path is that of a call. */
export function isAddressOf({ path }: Endpoint): (given: string) => boolean {
  const shape = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i')
  return (given) => shape.test(given)
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (headers.accept ?? '').includes('text/html') && !/^\/(api|assets)(\/|\?|$)/i.test(url)
}
