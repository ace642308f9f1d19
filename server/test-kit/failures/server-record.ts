import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pino, stdSerializers } from 'pino'
import type { Log } from '#server/platform/runtime/index.ts'

/**
 * What the servers in this process were asked, what they answered and what they logged since the running test began. Nothing is
 * formatted or printed until a test fails.
 */
type Exchange = { request: FastifyRequest; status?: number; sent?: unknown; answer?: string }
type LogLine = { level: number; time: number; msg?: string; reqId?: string; err?: { stack?: string } }

const MOST_EXCHANGES = 200
const MOST_LINES = 500
const LONGEST_BODY = 2_000
/** A larger body is not kept until the test ends. */
const LARGEST_KEPT_BYTES = 64_000

let exchanges: Exchange[] = []
let lines: string[] = []
const exchangeOf = new WeakMap<FastifyRequest, Exchange>()

export function forgetServer(): void {
  exchanges = []
  lines = []
}

/** Records every line, with the messages of errors, which the log of an installation leaves out. */
export const recordedLog = (): Log =>
  pino({ level: 'debug', base: null, serializers: { err: stdSerializers.err } }, { write: (line) => keepLine(line) })

const keepLine = (line: string): void => keep(lines, line, MOST_LINES)

function keep<T>(list: T[], one: T, most: number): void {
  list.push(one)
  if (list.length > most) list.shift()
}

// Fastify announces each server that is made, so that the product needs no hook for tests.
subscribe('fastify.initialization', (made) => record((made as { fastify: FastifyInstance }).fastify))

function record(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const exchange: Exchange = { request }
    exchangeOf.set(request, exchange)
    keep(exchanges, exchange, MOST_EXCHANGES)
    done()
  })
  http.addHook('onSend', (request, reply, payload, done) => {
    const exchange = exchangeOf.get(request)
    if (exchange) Object.assign(exchange, { status: reply.statusCode, answer: shorten(payload), sent: bodyOf(request) })
    done()
  })
}

function bodyOf({ headers, body }: FastifyRequest): unknown {
  const bytes = Number(headers['content-length'] ?? 0)
  return body === undefined && bytes > 0
    ? `${bytes} bytes of ${headers['content-type']}`
    : bytes > LARGEST_KEPT_BYTES
      ? `${bytes} bytes`
      : body
}

/** A copy: a part of a string keeps the whole of it in memory. */
function shorten(payload: unknown): string {
  if (typeof payload === 'string')
    return payload.length > LONGEST_BODY ? Buffer.from(`${payload.slice(0, LONGEST_BODY)} …`).toString() : payload
  if (payload === null || payload === undefined) return ''
  return Buffer.isBuffer(payload) ? `${payload.length} bytes` : 'a stream'
}

/** The record as text, oldest first, with at most so many of the last exchanges; empty when there is nothing. */
export function describeServer(most: number): string {
  const parsed = lines.map((line) => JSON.parse(line) as LogLine)
  const last = exchanges.slice(-most)
  const apart = parsed.filter(({ reqId }) => reqId === undefined)
  return [
    ...(last.length > 0 ? [`The server's last ${last.length} of ${exchanges.length} requests:`] : []),
    ...last.map((exchange) => describeExchange(exchange, parsed)),
    ...(apart.length > 0 ? ['Logged outside of requests:', ...apart.slice(-most).map(describeLine)] : []),
  ].join('\n')
}

function describeExchange({ request, status, sent, answer }: Exchange, all: LogLine[]): string {
  const { id, method, url, body } = request
  const given = status === undefined ? body : sent
  return [
    `${method} ${url} ${status ?? 'was not answered'} (request ${id})`,
    ...(given === undefined || given === null ? [] : [`  sent     ${shorten(asText(given))}`]),
    ...(answer ? [`  answered ${answer}`] : []),
    // Each answer has a line in the log that says no more than is said here.
    ...all.filter(({ reqId, msg }) => reqId === id && msg !== 'answered').map(describeLine),
  ].join('\n')
}

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

function describeLine({ level, time, msg = '', reqId: _reqId, err, ...rest }: LogLine): string {
  const details = Object.keys(rest).length > 0 ? ` ${shorten(JSON.stringify(rest))}` : ''
  const frames = err?.stack?.split('\n').filter((frame) => !frame.includes('node_modules')) ?? []
  const stack = frames.map((frame) => `\n    ${frame.trim()}`).join('')
  return `  ${pino.levels.labels[level] ?? level} ${new Date(time).toISOString().slice(11, 23)} ${msg}${details}${stack}`
}
