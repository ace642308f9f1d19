import type { IncomingMessage } from 'node:http'
import {
  GatewayBusy,
  GatewayClosed,
  GatewayUnsure,
  type AskedSms,
  type GatewayAnswer,
  type OutgoingMessage,
} from './gateway.ts'

const TIMEOUT_MS = 10_000
const DEFAULT_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 300
/** No answer of a gateway is larger; what is larger is no answer. */
const ANSWER_BYTES = 4 * 1024 * 1024

/** What a provider answered: its status, and its body as text. */
export type Answered = { status: number; text: string }

type Reply = Answered & { pause: string | undefined }

type AskedCall = { method?: 'POST'; headers?: Record<string, string>; body?: string | URLSearchParams }

/**
 * Calls a provider once. Answers whatever has a status below 500, for the protocol to judge. Throws GatewayBusy for 429,
 * and for 503 where that says when to come back or the protocol knows that nothing was taken (`takesNothingAt503`);
 * GatewayClosed where the call surely never arrived, and GatewayUnsure otherwise.
 */
export async function askProvider(
  url: string,
  asked: AskedCall,
  { takesNothingAt503 = false }: { takesNothingAt503?: boolean } = {},
): Promise<Answered> {
  let reply: Reply
  try {
    reply = await call(url, asked)
  } catch (error) {
    if (neverArrived(error)) throw new GatewayClosed('The gateway cannot be reached.', { cause: error })
    throw new GatewayUnsure('The gateway did not answer.', { cause: error })
  }
  const { status, text, pause } = reply
  if (status === 429 || (status === 503 && (takesNothingAt503 || pause !== undefined)))
    throw new GatewayBusy(pauseOf(pause))
  if (status >= 500 || (status >= 300 && status < 400)) throw new GatewayUnsure(`The gateway answered ${status}.`)
  return { status, text }
}

/** Taken so, for `import` of node:http brings all of fetch with it, 16 MB that nothing here uses. */
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** Idle connections are closed before a server would close them just as the next call is on its way. */
const kept = { keepAlive: true, timeout: 4_000 }
const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) }

/**
 * Node's own client: `fetch` takes thrice the time of our processor, which is what limits a large send. For the same reason
 * a timer that is taken back, no signal, and events, no iterator.
 */
async function call(url: string, { method, headers, body }: AskedCall): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const isPlain = url.startsWith('http:')
  const options = {
    method: method ?? 'GET',
    headers: { ...form, ...headers },
    agent: agents[isPlain ? 'http:' : 'https:'],
  }
  const request = (isPlain ? http : https).request(url, options, (reply) => read(reply, resolve, reject))
  request.on('error', reject)
  const late = setTimeout(() => request.destroy(new Error('No answer in time.')), TIMEOUT_MS)
  request.end(body?.toString())
  return promise.finally(() => clearTimeout(late))
}

function read(reply: IncomingMessage, resolve: (read: Reply) => void, reject: (failure: Error) => void): void {
  const parts: Buffer[] = []
  let bytes = 0
  reply.on('data', (part: Buffer) => {
    bytes += part.length
    parts.push(part)
    if (bytes > ANSWER_BYTES) reply.destroy(new Error('The answer is too large.'))
  })
  reply.on('end', () => {
    const text = Buffer.concat(parts).toString('utf8')
    resolve({ status: reply.statusCode ?? 0, text, pause: reply.headers['retry-after'] })
  })
  reply.on('error', reject)
  reply.on('close', () => reject(new Error('The answer was cut off.')))
}

const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Whether the call failed before a byte of it could have been read. */
const neverArrived = (error: unknown): boolean => NEVER_ARRIVED.has(String((error as { code?: unknown } | null)?.code))

function pauseOf(header: string | undefined): number {
  const seconds = Number(header ?? DEFAULT_PAUSE_SECONDS)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_PAUSE_SECONDS) : DEFAULT_PAUSE_SECONDS
}

/** JSON of an answer; null: it is none. */
export function answeredJson({ text }: Answered): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** How many calls a provider that takes one message a call gets at once; each keeps its connection for the next. */
const CALLS_AT_ONCE = 50

/**
 * Hands messages to a provider call by call, dozens at once. Once it is closed or asks for a pause, what was not begun is
 * not begun. A call without a usable answer leaves its own messages in doubt, no others. Throws where no call was answered
 * and none is in doubt: then it took nothing.
 */
export async function submitEach<Part extends readonly OutgoingMessage[]>(
  parts: Part[],
  submit: (part: Part) => Promise<GatewayAnswer[]>,
): Promise<GatewayAnswer[]> {
  const answers: GatewayAnswer[] = []
  let shut: Error | undefined
  const waiting = parts.values()
  const lane = async (): Promise<void> => {
    for (const part of waiting) {
      const told = shut
        ? unanswered(part, 'untaken', shut)
        : await submit(part).catch((failure: unknown) => failedPart(part, failure))
      answers.push(...told)
      shut ??= told.find(({ status }) => status === 'untaken')?.failure
    }
  }
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, parts.length) }, lane))
  const [first] = answers
  if (first?.failure && answers.every(({ status }) => status === 'untaken')) throw first.failure
  return answers
}

function failedPart(part: readonly OutgoingMessage[], failure: unknown): GatewayAnswer[] {
  if (failure instanceof GatewayBusy || failure instanceof GatewayClosed) return unanswered(part, 'untaken', failure)
  if (failure instanceof GatewayUnsure) return unanswered(part, 'unsure', failure)
  throw failure
}

const unanswered = (part: readonly OutgoingMessage[], status: 'untaken' | 'unsure', failure: Error): GatewayAnswer[] =>
  part.map(({ reference }) => ({ reference, status, reason: null, failure }))

/** Asks about each message that the provider gave an id, dozens at once; of the others it cannot tell. */
export async function lookUpEach(
  messages: AskedSms[],
  lookUp: (asked: { reference: string; id: string }) => Promise<GatewayAnswer>,
): Promise<GatewayAnswer[]> {
  const answers: GatewayAnswer[] = []
  const waiting = messages.values()
  const lane = async (): Promise<void> => {
    for (const { reference, id } of waiting)
      answers.push(id === null ? cannotTell({ reference }) : await lookUp({ reference, id }))
  }
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, messages.length) }, lane))
  return answers
}

/** Of a provider that knows no reference of ours. */
export const cannotTell = ({ reference }: { reference: string }): GatewayAnswer => ({
  reference,
  status: 'cannot_tell',
  reason: null,
  code: null,
})
