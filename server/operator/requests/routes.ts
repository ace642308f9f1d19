import * as calls from '#contract/operator/requests.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, type Actor, type Download, ApiError } from '../../platform/http/index.ts'
import {
  approveConsolePayment,
  closeConsoleIncident,
  refundConsolePayment,
  refuseConsolePayment,
  listConsolePayments,
  readConsolePayment,
} from './payments.ts'
import { readProof } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { noteOperatorAct } from '../log/index.ts'
import type { SenderRequest, listSenderRequests as call } from '#contract/operator/requests.ts'
import { decideSender, selectDecisions, type Deciding } from '../../messaging/index.ts'
import {
  selectSenderRequest,
  countSenderRequests,
  selectSenderRequests,
  type SenderRecord,
} from './sender-request-store.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { unclaimedRoutes } from './unclaimed-replies.ts'
import { place } from './waiting-first-store.ts'

type Query = Received<typeof call>['query']

/** What churches asked for: those that wait first, the oldest of them first; then the decided, the newest first. */
async function listSenderRequests(
  tx: Tx,
  { search = '', state, churchId, cursor, limit = PAGE_SIZE }: Query,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), state: state ?? null, churchId: churchId ?? null }
  const rows = await selectSenderRequests(tx, filter, { after: readCursor(place, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ rank, place: at, id }) => ({ rank, at, id }))
  return { items: await presentSenderRequests(tx, items), total: await countSenderRequests(tx, filter), nextCursor }
}

async function presentSenderRequests(tx: Tx, senders: SenderRecord[]): Promise<SenderRequest[]> {
  const ids = senders.map(({ id }) => id)
  const decisions = await selectDecisions(tx, ids)
  return senders.map((sender) => ({
    ...sender,
    requestedAt: sender.requestedAt.toISOString(),
    decidedAt: sender.decidedAt?.toISOString() ?? null,
    networks: decisions.get(sender.id) ?? [],
  }))
}

/** Approves or refuses a church's sender ID, or says that it is with the networks. Throws `not_found`. */
async function decideSenderRequest(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  deciding: Deciding,
): Promise<SenderRequest> {
  const { tenantId, senderId: subjectId, decided, actor, at } = deciding
  const { isNew, mask, churchName: church, before, after, networks } = await decideSender(tx, context, deciding)
  if (isNew) {
    const reason = 'reason' in decided ? { reason: decided.reason } : {}
    const network = decided.networkId === undefined ? {} : { network: networks.join(', ') }
    const details = { church, mask, ...network, before: { state: before }, after: { state: after }, ...reason }
    await noteOperatorAct(tx, actor, { act: actOf[decided.decision], tenantId, subjectId, details, at })
  }
  const request = await selectSenderRequest(tx, tenantId, subjectId)
  if (!request) throw new ApiError('not_found')
  const [presented] = await presentSenderRequests(tx, [request])
  if (!presented) throw new ApiError('not_found')
  return presented
}

const actOf = { approve: 'sender.approved', processing: 'sender.processing', refuse: 'sender.refused' } as const

type ReadingProof = { tenantId: string; id: string; actor: Actor; at: Date }

/**
 * The proof that a church sent. It tells a payer's bank details, so whoever opens it is noted each time, and no browser
 * keeps it. Throws `not_found`.
 */
async function readConsoleProof(tx: Tx, { tenantId, id, actor, at }: ReadingProof): Promise<Download> {
  const { cacheSeconds: _, ...proof } = await readProof(tx, tenantId, { id })
  await noteOperatorAct(tx, actor, { act: 'payment.proof_read', tenantId, subjectId: id, details: {}, at })
  return proof
}

type OfPayment = {
  params: { churchId: string; id: string }
  operator: { operatorId: string }
  actor: Actor
  at: Date
}

/** What is done to a church is done inside it: besides the console, the transaction sees that one church. */
export function requestRoutes(serve: Serve, context: AppContext): void {
  unclaimedRoutes(serve, context)
  const { database } = context
  serve(calls.listSenderRequests, ({ query, transact }) => transact((tx) => listSenderRequests(tx, query)))
  serve(calls.decideSender, ({ params: { churchId: tenantId, id }, body, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) =>
      decideSenderRequest(tx, context, { tenantId, senderId: id, decided: body, actor, at }),
    ),
  )
  serve(calls.listConsolePayments, ({ query, at, transact }) => transact((tx) => listConsolePayments(tx, query, at)))
  serve(calls.readProof, ({ params: { churchId: tenantId, id }, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) => readConsoleProof(tx, { tenantId, id, actor, at })),
  )
  /** Shown as it is once that is committed. */
  const decided = async (
    { params: { churchId, id }, operator: { operatorId }, at }: OfPayment,
    decide: (tx: Tx) => Promise<void>,
  ) => {
    const inside = { operatorId, tenantId: churchId }
    await database.withOperator(inside, decide)
    return database.withOperator(inside, (tx) => readConsolePayment(tx, { churchId, id, at }))
  }
  const deciding = ({ params, actor, at }: OfPayment) => ({
    tenantId: params.churchId,
    paymentId: params.id,
    actor,
    at,
  })
  serve(calls.approvePayment, (call) =>
    decided(call, (tx) => approveConsolePayment(tx, context, { ...call.body, ...deciding(call) })),
  )
  serve(calls.refundPayment, (call) =>
    decided(call, (tx) => refundConsolePayment(tx, context, { ...call.body, ...deciding(call) })),
  )
  serve(calls.refusePayment, (call) =>
    decided(call, (tx) => refuseConsolePayment(tx, context, { ...call.body, ...deciding(call) })),
  )
  serve(calls.closeIncident, (call) => {
    const { kind, providerId, reason: note } = call.body
    return decided(call, (tx) => closeConsoleIncident(tx, { kind, providerId, note, ...deciding(call) }))
  })
}
