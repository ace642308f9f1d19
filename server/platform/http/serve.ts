import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_BYTES, type Answer, type Endpoint, type Received } from '#contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../database/database.ts'
import {
  claimKey,
  hashRequest,
  KEY_MAX_LENGTH,
  rememberAnswer,
  type IdempotentRequest,
} from '../database/idempotency-store.ts'
import { askedBy } from '../turns.ts'
import { admit, type Admitted } from './admit.ts'
import { ApiError } from './api-error.ts'
import { guardianActor, operatorActor, originOf, staffActor, systemActor, type Actor } from './actor.ts'
import type { Caller, GuardianCaller, Identify, IdentifyGuardian, IdentifyOperator, OperatorCaller } from './caller.ts'
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

/** Binds one call of the contract to the act that answers it. */
export type Serve = <E extends Endpoint>(endpoint: E, act: (call: Call<E>) => Promise<Given<E>>) => void

type Serving = {
  http: FastifyInstance
  database: Database
  clock: Clock
  identify: Identify
  identifyOperator: IdentifyOperator
  identifyGuardian: IdentifyGuardian
}

export function serveOn({ http, database, clock, ...authenticators }: Serving): Serve {
  http.decorateRequest('admitted', null)
  return (endpoint, act) => {
    http.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      bodyLimit: endpoint.bodyBytes ?? BODY_BYTES,
      // Before the body is read: what strangers send to calls of others costs nothing.
      onRequest: async (request) => {
        const at = clock.now()
        request.admitted = await admit(endpoint, request, {
          at,
          identify: (asking) => authenticators.identify(asking, at),
          identifyOperator: (asking) => authenticators.identifyOperator(asking, at),
          identifyGuardian: (asking) => authenticators.identifyGuardian(asking, at),
        })
        const { caller, guardian, operator } = request.admitted
        const asking = (caller ?? guardian)?.tenantId ?? operator?.operatorId
        if (asking !== undefined) askedBy(asking)
      },
      handler: async (request, reply) => {
        const at = clock.now()
        const admitted = request.admitted ?? {}
        const { operator } = admitted
        const member = admitted.caller ?? admitted.guardian
        const input = readInput(endpoint, request)
        const upload = endpoint.multipart
          ? await receiveUpload(request, { ...endpoint.multipart, whose: accountOf(admitted) })
          : undefined
        const keyed = member && idempotentRequestOf(endpoint, request, { member, input, at })
        const transact = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
          operator
            ? database.withOperator({ operatorId: operator.operatorId }, work)
            : database.withTenant(member?.tenantId ?? '', (tx) => (keyed ? once(tx, keyed, work) : work(tx)))
        const read = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
          work(database.reading(member?.tenantId ?? ''))
        try {
          const call = {
            ...input,
            at,
            request,
            reply,
            transact,
            read,
            actor: actorOf(admitted, request),
            ...admitted,
            ...(upload ? { upload } : {}),
          }
          const answer = await act(call as unknown as Call<typeof endpoint>)
          // Fastify waits for the reply that was sent.
          if (endpoint.download) return await sendDownload(reply, answer as unknown as Download)
          if (endpoint.stream) return await sendStream(reply, endpoint.response, answer as unknown as Messages<unknown>)
          return endpoint.response.parse(answer)
        } finally {
          await upload?.discard()
        }
      },
    })
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

async function once(tx: Tx, keyed: IdempotentRequest, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const earlier = await claimKey(tx, keyed)
  if (earlier) return earlier.answered
  const answer = await work(tx)
  await rememberAnswer(tx, keyed, answer)
  return answer
}
