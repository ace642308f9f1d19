import type { CallArgs, Endpoint, Result } from '#contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { noteClock } from '../device/clock.ts'

/** `no_places`: of a station without a network, which may give no more of them away. */
export type FailureCode = ErrorCode | 'network' | 'timeout' | 'no_places'

/** A call that did not succeed. `status` is 0 when no answer came; `fields` names input fields by dotted path. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly code: FailureCode
  readonly status: number
  readonly fields: Record<string, string>

  constructor(code: FailureCode, status: number, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
  }
}

type CallOptions = {
  /** The same key sent twice gives one effect; make one per intention, not per try. */
  idempotencyKey?: string
  signal?: AbortSignal
  timeoutMs?: number
  /** The caller deals with 401 and 402 itself. */
  quiet?: boolean
  /** How it travels, where that is not by itself (together.ts). */
  via?: (address: string, init: RequestInit) => Promise<Response>
}

type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  file?: File
}

/** Arguments of a call; endpoints that take none may be called with the endpoint alone. */
export type Rest<E extends Endpoint> =
  object extends CallArgs<E> ? [args?: CallArgs<E>, options?: CallOptions] : [args: CallArgs<E>, options?: CallOptions]

const TIMEOUT_MS = 20_000
/** A file of some megabytes over a poor phone network. */
const UPLOAD_TIMEOUT_MS = 300_000

let refused: (failure: ApiFailure) => void = () => undefined

/** Registers what happens when any call finds nobody signed in (401) or the church's gate shut (402). */
export function onRefusal(handler: (failure: ApiFailure) => void): void {
  refused = handler
}

const filled = (path: string, params: Parts['params'] = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

function search(query: Parts['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function request(endpoint: Endpoint, parts: Parts, options: CallOptions): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (parts.file && endpoint.multipart) {
    const form = new FormData()
    form.append(endpoint.multipart.field, parts.file)
    return { ...init, body: form }
  }
  if (parts.body === undefined) return init
  headers['content-type'] = 'application/json'
  return { ...init, body: JSON.stringify(parts.body) }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  const code = body?.code ?? (response.status >= 500 ? 'unavailable' : 'unexpected')
  return new ApiFailure(code, response.status, body?.message ?? response.statusText, body?.fields ?? {})
}

async function answer(url: string, init: RequestInit, options: CallOptions, timeoutMs: number): Promise<Response> {
  const timer = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, timer]) : timer
    const response = await (options.via ?? fetch)(url, { ...init, signal })
    noteClock(response)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    if (timer.aborted) throw new ApiFailure('timeout', 0, 'The answer took too long.')
    throw new ApiFailure('network', 0, 'We could not reach Narthex.')
  }
}

async function refusalOf(response: Response, { quiet }: CallOptions): Promise<ApiFailure> {
  const failure = await failureOf(response)
  const concernsDoor = failure.code === 'not_signed_in' || failure.status === 402
  if (concernsDoor && !quiet) refused(failure)
  return failure
}

/** The address of a call: path and query. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>, { params, query }: Pick<Parts, 'params' | 'query'>) =>
  filled(path, params) + search(query)

/** Calls the server. Throws `ApiFailure` for every refusal, `network` and `timeout` included. */
export async function call<E extends Endpoint>(endpoint: E, ...[args, options = {}]: Rest<E>): Promise<Result<E>> {
  const parts: Parts = args ?? {}
  const response = await answer(
    addressOf(endpoint, parts),
    request(endpoint, parts, options),
    options,
    parts.file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
  )
  if (response.ok) return (await bodyOf(response, options)) as Result<E>
  throw await refusalOf(response, options)
}

/** Something on the way, such as a hotel's sign-in page, may answer in the server's place, or the answer break off. */
async function bodyOf(response: Response, { signal }: CallOptions): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (cause instanceof SyntaxError) throw new ApiFailure('unexpected', 0, 'The answer is not ours.')
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new ApiFailure(isLate ? 'timeout' : 'network', 0, 'The answer broke off.')
  }
}

/** Gets a file by its address (`addressOf`); its body is still to be read. Throws as `call` does. */
export async function callForFile(address: string, options: CallOptions = {}): Promise<Response> {
  const response = await answer(address, { credentials: 'same-origin' }, options, UPLOAD_TIMEOUT_MS)
  if (response.ok) return response
  throw await refusalOf(response, options)
}

/** No answer came, or only that the server cannot be reached or cannot reach its database: what is kept here goes on. */
export const isAway = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.code === 'unavailable' || failure.status >= 502)
