import type { CallArgs, Endpoint, Result } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import http from 'node:http'

export type Reply<E extends Endpoint> = { status: number; body: Result<E> & Partial<ErrorBody>; headers: Headers }
export type CallOptions = { token?: string; headers?: Record<string, string> }
/** The parts of a call as a client may send them, right or wrong. */
type Parts = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  file?: File
}

export type CallApi = <E extends Endpoint>(endpoint: E, args: CallArgs<E>, options?: CallOptions) => Promise<Reply<E>>

/** Calls endpoints of the contract on a running server. */
export function caller(baseUrl: string): CallApi {
  return async <E extends Endpoint>(endpoint: E, args: CallArgs<E>, options: CallOptions = {}) => {
    const parts: Parts = args
    const reply = await fetch(baseUrl + addressOf(endpoint, parts), {
      method: endpoint.method,
      headers: {
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...bodyOf(endpoint, parts),
    })
    return { status: reply.status, body: (await reply.json()) as Reply<E>['body'], headers: reply.headers }
  }
}

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]])),
  ).toString()
  return search ? `${path}?${search}` : path
}

function bodyOf({ multipart }: Endpoint, { body, file }: Parts): { body?: string | FormData } {
  if (multipart && file) {
    const form = new FormData()
    form.append(multipart.field, file)
    return { body: form }
  }
  return body === undefined ? {} : { body: JSON.stringify(body) }
}

type Asked = { method: string; headers?: Record<string, string>; body?: string }
export type PlainReply = { status: number; text: string }

const agent = new http.Agent({ keepAlive: true })

/** For tests that ask thousands of times: fetch takes more of the processor than the answer does. `text` is read whole. */
export function askPlainly(address: string, { method, headers = {}, body }: Asked): Promise<PlainReply> {
  const { promise, resolve, reject } = Promise.withResolvers<PlainReply>()
  // Said for every method: of a DELETE, Node says by itself neither how long the body is nor that it comes in chunks.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = http.request(new URL(address), { method, headers: { ...headers, ...length }, agent }, (reply) => {
    const parts: Buffer[] = []
    reply.on('data', (part: Buffer) => parts.push(part))
    reply.on('error', reject)
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
  })
  request.on('error', reject)
  request.end(body)
  return promise
}
