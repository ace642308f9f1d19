import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { BODY_BYTES, type Answer, type Endpoint, type Received } from '#contract/endpoint.ts'
import type { Clock } from '../runtime/clock.ts'
import { isAway } from '../database/away.ts'
import { NotExpected, type Entrance } from '../database/church-read.ts'
import type { Database, Tx } from '../database/database.ts'
import {
  claimKey,
  earlierAnswer,
  hashRequest,
  isClaimed,
  KEY_MAX_LENGTH,
  rememberAnswer,
  type IdempotentRequest,
} from '../database/idempotency-store.ts'
import { askedBy } from '../runtime/turns.ts'
import { admitNow, recall, type Admitted, type Authenticators } from './admit.ts'
import { ApiError } from '../runtime/api-error.ts'
import { guardianActor, operatorActor, originOf, staffActor, systemActor, type Actor } from './actor.ts'
import type { Caller, GuardianCaller, OperatorCaller } from './caller.ts'
import { sendDownload, type Download } from './download.ts'
import { sendStream, type Messages } from './stream.ts'
import { receiveUpload, type Upload } from './upload.ts'
import type { z } from 'zod/mini'

const PARTS = ['params', 'query', 'body'] as const

/** Validates each part of a request against the contract, apart from each other. */
function readInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const part of PARTS) {
    const schema = endpoint[part]
    if (!schema) continue
    const given = request[part] ?? {}
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new ApiError('invalid_input', { fields: fieldsOf(parsed.error) })
    refuseBrokenText(parsed.data, part)
    input[part] = parsed.data
  }
  return input
}

function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.slice(0, 20).map((issue) => [issue.path.join('.') || '*', issue.message]))
}

/**
 * PostgreSQL keeps neither NUL nor half a surrogate pair; nobody types them, so they are refused, not repaired. Of what
 * the call reads: fields that it does not know are gone by now.
 */
function refuseBrokenText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw new ApiError('invalid_input', { fields: { [path]: 'Contains characters that are not text.' } })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseBrokenText(key, path)
      refuseBrokenText(inner, `${path}.${key}`.slice(0, 200))
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who passed, as was found out when the request began. */
    admitted: Admitted | null
    /** Set where that is only remembered. */
    entrance: Entrance | null
  }
}

type Signed<E extends Endpoint> = E['access'] extends 'public'
  ? unknown
  : E['access'] extends 'operator'
    ? { operator: OperatorCaller }
    : E['access'] extends 'guardian' | 'guardian_always'
      ? { guardian: GuardianCaller }
      : { caller: Caller }
/** What an act answers: a file or a stream of messages where the contract says so. */
type Given<E extends Endpoint> = E extends { download: true }
  ? Download
  : E extends { stream: true }
    ? Messages<Answer<E>>
    : Answer<E>
type Filed<E extends Endpoint> = E extends { multipart: object } ? { upload: Upload } : unknown

/** What an act receives: the validated parts of the request, who calls, and the transaction to work in. */
export type Call<E extends Endpoint> = Received<E> &
  Signed<E> &
  Filed<E> & {
    /** The instant of the request, the same for everything that it writes. */
    at: Date
    /** Who does this and from where, for the audit log. On a public call: nobody yet, from there. */
    actor: Actor
    request: FastifyRequest
    reply: FastifyReply
    /**
     * Opens the caller's church and one transaction in it; for an operator, the desk and no church. With an Idempotency-Key the answer is kept in the same
     * transaction, so that the same press again gets it without doing the work.
     */
    transact: <T = Given<E>>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** The caller's church to read in, each statement by itself: the quicker way for calls that write nothing. */
    read: <T = Given<E>>(work: (tx: Tx) => Promise<T>) => Promise<T>
  }

/** `onlyTransacts`: an act that writes does nothing at all but in transactions, so that who calls is found out with the first. */
type Manner = { onlyTransacts?: true }

/** Binds one call of the contract to the act that answers it. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  act: (call: Call<E>) => Promise<Given<E>>,
  manner?: Manner,
) => void

type Serving = Authenticators & { http: FastifyInstance; database: Database; clock: Clock }

export function serveOn({ http, database, clock, ...authenticators }: Serving): Serve {
  http.decorateRequest('admitted', null)
  http.decorateRequest('entrance', null)
  return (endpoint, act, { onlyTransacts = false } = {}) => {
    const mayGuess = readsOnly(endpoint) || (onlyTransacts && !endpoint.idempotent)
    const answer = answering(database, endpoint, act as (call: unknown) => Promise<unknown>)
    http.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      bodyLimit: endpoint.bodyBytes ?? BODY_BYTES,
      // Before the body is read: what strangers send to calls of others costs nothing.
      onRequest: async (request) => {
        const at = clock.now()
        const recalled = mayGuess && database.readingAs ? recall(endpoint, request, { at, ...authenticators }) : null
        request.entrance = recalled?.entrance ?? null
        request.admitted = recalled?.admitted ?? (await admitNow(endpoint, request, { at, ...authenticators }))
        const { caller, guardian, operator } = request.admitted
        const asking = (caller ?? guardian)?.tenantId ?? operator?.operatorId
        if (asking !== undefined) askedBy(asking)
      },
      handler: (request, reply) => {
        const at = clock.now()
        const exchange = { request, reply, at, admitted: request.admitted ?? {} }
        if (!request.entrance) return answer(exchange)
        const admitted = () => admitNow(endpoint, request, { at, ...authenticators })
        return answerRecalled(answer, { ...exchange, entrance: request.entrance }, admitted)
      },
    })
  }
}

/** A file or a stream that was begun cannot be thrown away. */
export const readsOnly = ({ method, download, stream, multipart }: Endpoint): boolean =>
  method === 'GET' && !download && !stream && !multipart

type Exchange = { request: FastifyRequest; reply: FastifyReply; at: Date; admitted: Admitted }
/** Who passed is only remembered: `entrance` is sent with the first question until it was so; `confirm` asks by itself. */
type Guess = { entrance: Entrance; isSo: () => boolean; confirm: () => Promise<void> }
type Answering = (exchange: Exchange, guess?: Guess) => Promise<unknown>

/** Reads what a request brings, lets the call act, and sends what it answers. */
function answering(database: Database, endpoint: Endpoint, act: (call: unknown) => Promise<unknown>): Answering {
  return async ({ request, reply, at, admitted }, guess) => {
    const { operator } = admitted
    const member = admitted.caller ?? admitted.guardian
    const tenantId = member?.tenantId ?? ''
    const input = readInput(endpoint, request)
    const upload = endpoint.multipart
      ? await receiveUpload(request, { ...endpoint.multipart, whose: accountOf(admitted), database })
      : undefined
    const keyed = member && idempotentRequestOf(endpoint, request, { member, input, at })
    const transact = async (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
      if (operator) return database.withOperator({ operatorId: operator.operatorId }, work)
      // Where keys are honoured nobody is guessed.
      if (keyed) return once(database, keyed, work)
      return database.withTenant(tenantId, work, { entrance: guess?.isSo() === false ? guess.entrance : undefined })
    }
    const reading = guess ? database.readingAs?.(tenantId, guess.entrance) : undefined
    const read = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => work(reading ?? database.reading(tenantId))
    const actor = actorOf(admitted, request)
    try {
      const answer = await act({
        ...input,
        at,
        request,
        reply,
        transact,
        read,
        actor,
        ...admitted,
        ...(upload && { upload }),
      })
      await guess?.confirm()
      // Fastify waits for the reply that was sent.
      if (endpoint.download) return await sendDownload(reply, answer as Download)
      if (endpoint.stream) return await sendStream(reply, endpoint.response, answer as Messages<unknown>)
      return endpoint.response.parse(answer)
    } finally {
      await upload?.discard()
    }
  }
}

/**
 * Answers as if whoever passed lately with the same token still did. The database says in the same message whether it is so;
 * if it is not, the answer, or the error, is thrown away and everything done again for whoever it is now.
 */
async function answerRecalled(
  answer: Answering,
  { entrance, ...exchange }: Exchange & { entrance: Entrance },
  admitNow: () => Promise<Admitted>,
): Promise<unknown> {
  let isSo = false
  const confirm = async (): Promise<void> => {
    if (!isSo && !isDeepStrictEqual(await admitNow(), exchange.admitted)) throw new NotExpected()
    isSo = true
  }
  const admits = (row: unknown): boolean => (isSo = entrance.admits(row))
  try {
    return await answer(exchange, { entrance: { ...entrance, admits }, isSo: () => isSo, confirm })
  } catch (error) {
    // Where the database cannot be asked, asking once more only takes longer.
    if (isSo || isAway(error)) throw error
    return answer({ ...exchange, admitted: await admitNow() })
  }
}

const accountOf = ({ caller, guardian, operator }: Admitted): string =>
  (caller ?? guardian)?.accountId ?? operator?.operatorId ?? ''

function actorOf({ caller, operator, guardian }: Admitted, request: FastifyRequest): Actor {
  if (caller) return staffActor(caller, request)
  if (guardian) return guardianActor(guardian, request)
  if (operator) return operatorActor(operator, request)
  return { ...systemActor, ...originOf(request) }
}

function idempotentRequestOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { member, input, at }: { member: Pick<Caller, 'tenantId' | 'accountId'>; input: object; at: Date },
): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string' || key === '') return undefined
  if (key.length > KEY_MAX_LENGTH) throw new ApiError('invalid_input', { fields: { 'idempotency-key': 'Too long.' } })
  const { tenantId, accountId } = member
  return { tenantId, accountId, key, at, requestHash: hashRequest(`${endpoint.method} ${endpoint.path}`, input) }
}

/** Its first questions travel with the claim; when that fails nothing of the work remains, whatever it came to. */
async function once(
  database: Database,
  keyed: IdempotentRequest,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await database.withTenant(keyed.tenantId, async (tx) => {
      const [claim, done] = await Promise.allSettled([claimKey(tx, keyed), work(tx)])
      if (claim.status === 'rejected') throw claim.reason
      if (done.status === 'rejected') throw done.reason
      await rememberAnswer(tx, keyed, done.value)
      return done.value
    })
  } catch (error) {
    if (!isClaimed(error)) throw error
    return database.withTenant(keyed.tenantId, (tx) => earlierAnswer(tx, keyed))
  }
}
