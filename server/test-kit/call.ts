import type { CallArgs, Endpoint, Result } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'

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
