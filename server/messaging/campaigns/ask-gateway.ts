import { GatewayUnsure, type Gateway, type GatewayAnswer, type OutgoingMessage } from '../gateways/index.ts'
import type { Outcome } from './outcome-store.ts'

/** Why a message is not handed over after all, for good: its person opted out or was archived meanwhile, or it was cancelled. */
export type SkipReason = 'opted_out' | 'archived' | 'cancelled'

/**
 * What of a batch has no answer yet, by reference. `messages` may be sent; `skipped` may not; `waiting` may not at this hour,
 * the first of them at `until`. `isDoubted`: a gateway may have it since an earlier try.
 */
export type PreparedBatch = {
  messages: OutgoingMessage[]
  skipped: { reference: string; reason: SkipReason; isDoubted: boolean }[]
  waiting: { reference: string; isDoubted: boolean }[]
  until: Date | null
  /** Since when all of `messages` may leave, where their channel lets some of them leave later. */
  freeSince: Date
}

/** How one batch went with the gateway. */
type Attempt = {
  outcomes: Outcome[]
  /** What the gateway calls the messages that it took, where it calls them anything. */
  ids: { position: number; id: string }[]
  /** Whether something of it has to wait, which surely is not at the gateway. */
  someWait: boolean
  /** Why not all of it was answered; null: all was. `maybeAccepted`: some of the rest may have been taken all the same. */
  failed: { failure: unknown; maybeAccepted: boolean } | null
}

/**
 * Hands a batch over. One that somebody began before (`isBegun`) may have been accepted then: the gateway is asked about
 * every message first, those that may no longer or not yet leave included, and only what it has never heard of is submitted.
 * Of what it cannot tell nothing that may have been taken (`isUnsure`) is submitted again: it is shown as unknown, until a
 * report says more.
 */
export async function askGateway(
  gateway: Gateway,
  prepared: PreparedBatch,
  begun: { isBegun: boolean; isUnsure: boolean },
): Promise<Attempt> {
  let maybeAccepted = begun.isUnsure
  try {
    const known = begun.isBegun ? await lookUp(gateway, prepared, begun.isUnsure) : []
    maybeAccepted = false
    const answered = new Set(known.map(({ reference }) => reference))
    const strangers = prepared.messages.filter(({ reference }) => !answered.has(reference))
    const skipped = prepared.skipped.filter(({ reference }) => !answered.has(reference))
    const answers = [...known, ...(await submit(gateway, strangers))]
    const left = answers.filter(isLeft)
    return {
      outcomes: [...answers.filter((answer) => !isLeft(answer)).map(outcomeOf), ...skipped.map(skippedOutcome)],
      ids: answers.flatMap(({ reference, id }) => (id === undefined ? [] : [{ position: positionIn(reference), id }])),
      someWait: prepared.waiting.some(({ reference }) => !answered.has(reference)),
      failed: left[0]
        ? { failure: left[0].failure, maybeAccepted: left.some(({ status }) => status === 'unsure') }
        : null,
    }
  } catch (failure) {
    return {
      outcomes: [],
      ids: [],
      someWait: prepared.waiting.length > 0,
      failed: { failure, maybeAccepted: maybeAccepted || failure instanceof Unanswered },
    }
  }
}

/** A message that was neither taken nor refused for good. */
const isLeft = ({ status }: GatewayAnswer): boolean => status === 'untaken' || status === 'unsure'

/** The submission itself went without a usable answer, unlike a look-up, which changes nothing. */
class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** Everything of a batch that has no answer yet and that a gateway may have. */
export const referencesOf = ({ messages, skipped, waiting }: PreparedBatch): string[] =>
  [...messages, ...[...skipped, ...waiting].filter(({ isDoubted }) => isDoubted)].map(({ reference }) => reference)

/** What the gateway knows of a batch. What it cannot tell counts as known to be in doubt, where it is. */
async function lookUp(gateway: Gateway, prepared: PreparedBatch, isUnsure: boolean): Promise<GatewayAnswer[]> {
  const references = referencesOf(prepared)
  if (references.length === 0) return []
  const asked = references.map((reference) => ({ reference, id: null }))
  const answers = answersFor(references, await gateway.lookUp(asked))
  return answers.filter(({ status }) => status !== 'unknown' && (isUnsure || status !== 'cannot_tell'))
}

async function submit(gateway: Gateway, messages: OutgoingMessage[]): Promise<GatewayAnswer[]> {
  if (messages.length === 0) return []
  try {
    const references = messages.map(({ reference }) => reference)
    return await settleDoubts(gateway, answersFor(references, await gateway.submit(messages)))
  } catch (error) {
    throw error instanceof GatewayUnsure ? new Unanswered(error.message, { cause: error }) : error
  }
}

/** Single messages without a usable answer are asked about at once; what the gateway cannot tell stays in doubt for good. */
async function settleDoubts(gateway: Gateway, answers: GatewayAnswer[]): Promise<GatewayAnswer[]> {
  const doubts = answers.filter(({ status }) => status === 'unsure')
  if (doubts.length === 0) return answers
  const told = await gateway.lookUp(doubts.map(({ reference }) => ({ reference, id: null }))).catch(() => [])
  const settled = new Map(told.filter(({ status }) => status !== 'unknown').map((answer) => [answer.reference, answer]))
  return answers.map((answer) => (answer.status === 'unsure' ? (settled.get(answer.reference) ?? answer) : answer))
}

/** Just the answers to what was asked; one that is missing leaves the whole in doubt. */
function answersFor(references: string[], answers: GatewayAnswer[]): GatewayAnswer[] {
  const asked = new Set(references)
  const fitting = answers.filter(({ reference }) => asked.delete(reference))
  if (asked.size > 0) throw new GatewayUnsure(`The gateway left ${asked.size} messages out of its answer.`)
  return fitting
}

const SHAPE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([1-9][0-9]{0,8})$/

/** Names one message of one campaign for the gateway. */
export const referenceOf = (campaignId: string, position: number): string => `${campaignId}.${position}`

export function readReference(reference: string): { campaignId: string; position: number } | null {
  const [, campaignId, position] = SHAPE.exec(reference) ?? []
  return campaignId && position ? { campaignId, position: Number(position) } : null
}

const positionIn = (reference: string): number => readReference(reference)?.position ?? 0

/** What an answer says of a message. Who has never heard of it took it from nobody; who cannot tell may have taken it. */
export function outcomeOf({ reference, status, reason, code = null }: GatewayAnswer): Outcome {
  const position = positionIn(reference)
  if (status === 'accepted') return { position, state: 'sent', accepted: true, reason: null, code: null }
  if (status === 'delivered' || status === 'failed') return { position, state: status, accepted: true, reason, code }
  if (status === 'cannot_tell') return unknownOutcome(reference)
  return { position, state: 'failed', accepted: false, reason: reason ?? 'refused', code }
}

export const skippedOutcome = ({ reference, reason }: PreparedBatch['skipped'][number]): Outcome => ({
  position: positionIn(reference),
  state: 'skipped',
  accepted: false,
  reason,
  code: null,
})

/** Perhaps sent, so charged like sent ones; a receipt that says otherwise brings the units back. */
export const unknownOutcome = (reference: string): Outcome => ({
  position: positionIn(reference),
  state: 'unknown',
  accepted: true,
  reason: 'no_answer',
  code: null,
})

/** Surely never sent, so not charged. */
export const unsentOutcome = (reference: string): Outcome => ({
  position: positionIn(reference),
  state: 'failed',
  accepted: false,
  reason: 'gateway_unreachable',
  code: null,
})
