import { GatewayUnsure, type Gateway, type GatewayAnswer, type OutgoingSms } from '../gateways/index.ts'
import type { Outcome } from './outcome-store.ts'

/** What of a batch has no answer yet. `messages` may be sent; `refused` were opted out since the send was accepted. */
export type PreparedBatch = { messages: OutgoingSms[]; refused: string[] }

/** How one batch went with the gateway. */
type Attempt =
  | { outcomes: Outcome[] }
  /** No answer to record. `maybeAccepted`: some of it may have been taken all the same. */
  | { failure: unknown; maybeAccepted: boolean }

/**
 * Hands a batch over. One that somebody began before (`isBegun`) may have been accepted then: the gateway is asked about
 * every message first, those of people who opted out since included, and only what it has never heard of is submitted.
 */
export async function askGateway(
  gateway: Gateway,
  prepared: PreparedBatch,
  begun: { isBegun: boolean; isUnsure: boolean },
): Promise<Attempt> {
  let maybeAccepted = begun.isUnsure
  try {
    const known = begun.isBegun ? await lookUp(gateway, prepared) : []
    maybeAccepted = false
    const answered = new Set(known.map(({ reference }) => reference))
    const strangers = prepared.messages.filter(({ reference }) => !answered.has(reference))
    const skipped = prepared.refused.filter((reference) => !answered.has(reference))
    const answers = await submit(gateway, strangers)
    return { outcomes: [...[...known, ...answers].map(outcomeOf), ...skipped.map(skippedOutcome)] }
  } catch (failure) {
    return { failure, maybeAccepted: maybeAccepted || failure instanceof Unanswered }
  }
}

/** The submission itself went without a usable answer, unlike a look-up, which changes nothing. */
class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

async function lookUp(gateway: Gateway, { messages, refused }: PreparedBatch): Promise<GatewayAnswer[]> {
  const references = [...messages.map(({ reference }) => reference), ...refused]
  if (references.length === 0) return []
  const answers = answersFor(references, await gateway.lookUp(references))
  return answers.filter(({ status }) => status !== 'unknown')
}

async function submit(gateway: Gateway, messages: OutgoingSms[]): Promise<GatewayAnswer[]> {
  if (messages.length === 0) return []
  try {
    return answersFor(
      messages.map(({ reference }) => reference),
      await gateway.submit(messages),
    )
  } catch (error) {
    throw error instanceof GatewayUnsure ? new Unanswered(error.message, { cause: error }) : error
  }
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

/** What an answer says of a message. Who has never heard of it took it from nobody. */
export function outcomeOf({ reference, status, reason }: GatewayAnswer): Outcome {
  const position = positionIn(reference)
  if (status === 'accepted') return { position, state: 'sent', accepted: true, reason: null }
  if (status === 'delivered' || status === 'failed') return { position, state: status, accepted: true, reason }
  return { position, state: 'failed', accepted: false, reason: reason ?? 'refused' }
}

const skippedOutcome = (reference: string): Outcome => ({
  position: positionIn(reference),
  state: 'skipped',
  accepted: false,
  reason: 'opted_out',
})

/** Perhaps sent, so charged like sent ones; a receipt that says otherwise brings the units back. */
export const unknownOutcome = (reference: string): Outcome => ({
  position: positionIn(reference),
  state: 'unknown',
  accepted: true,
  reason: 'no_answer',
})

/** Surely never sent, so not charged. */
export const unsentOutcome = (reference: string): Outcome => ({
  position: positionIn(reference),
  state: 'failed',
  accepted: false,
  reason: 'gateway_unreachable',
})
