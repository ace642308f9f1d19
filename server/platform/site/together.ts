import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { readTogether, TOGETHER_MOST } from '#contract/together.ts'
import { ApiError } from '../runtime/api-error.ts'
import { readsOnly, type Serve } from '../http/serve.ts'
import { isAddressOf } from './unknown.ts'

/** On a poor network each request is waited for: what one screen reads comes together. */
export function answerTogether(http: FastifyInstance, serve: Serve, endpoints: readonly Endpoint[]): void {
  const isRead = (endpoint: Endpoint): boolean => readsOnly(endpoint) && endpoint !== readTogether
  const reads = endpoints.filter(isRead).map(isAddressOf)
  // A file may stand at an address that also looks like that of a read.
  const others = endpoints.filter((endpoint) => endpoint.method === 'GET' && !isRead(endpoint)).map(isAddressOf)
  const areReads = (paths: readonly string[]): boolean =>
    paths.every((path) => reads.some((isOne) => isOne(path)) && !others.some((isOne) => isOne(path)))
  serve(readTogether, async ({ query, request }) => {
    const addresses = query.reads.split(',').map(addressIn)
    if (addresses.length > TOGETHER_MOST || !areReads(addresses.map(({ path }) => path)))
      throw new ApiError('invalid_input', { fields: { reads: 'Not the addresses of reads.' } })
    return Promise.all(addresses.map(({ url }) => readAlone(http, request, url)))
  })
}

/** As the router reads it, so that what is looked at is what is answered; no path where it is none. */
function addressIn(text: string): { url: string; path: string } {
  const base = 'http://narthex.invalid'
  try {
    const { origin, pathname, search } = new URL(text, base)
    return { url: pathname + search, path: origin === base ? decodeURI(pathname) : '' }
  } catch {
    return { url: '', path: '' }
  }
}

/** What shows who asks and from where; the rest of a request's head is about its own answer. */
const SHOWN = ['authorization', 'cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'] as const

/** By the whole way of a request: who asks is found out, and counted, for each. */
async function readAlone(
  http: FastifyInstance,
  { headers, raw }: FastifyRequest,
  url: string,
): Promise<{ status: number; body: unknown }> {
  const shown = SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  const { remoteAddress } = raw.socket
  const answer = await http.inject({
    url,
    headers: Object.fromEntries(shown),
    ...(remoteAddress && { remoteAddress }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
