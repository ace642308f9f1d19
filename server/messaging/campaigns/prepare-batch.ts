import { personalise } from '#contract/messaging/segments.ts'
import { permittedSince, type Channel, type Permit } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { OutgoingMessage } from '../gateways/index.ts'
import { footerFor } from '../opt-out-links/index.ts'
import { hoursOf, leavesAt, type Hours } from '../routes/index.ts'
import { readReference, referenceOf, type PreparedBatch } from './ask-gateway.ts'
import { selectQueued, type Batch, type CampaignText } from './delivery-store.ts'
import type { Outcome } from './outcome-store.ts'

/** When what belongs to a campaign may leave. */
export const campaignHours = async (tx: Tx, { routeId, purpose, zone }: CampaignText): Promise<Hours> =>
  routeId === null
    ? { zone, rules: new Map(), holidays: new Set(), agreed: new Set() }
    : hoursOf(tx, { routeId, kind: purpose === 'bulk' ? 'bulk' : 'personal', zone })

/** What one recipient reads. `footer`: the line with their own opt-out link; '' for a message without. */
export type Reader = { position: number; firstName: string; footer: string }
/** What of a message its channel writes for each of its recipients. */
export type Written = Pick<OutgoingMessage, 'text' | 'email'>
/** `leavesFrom`: not before when the recipient in a place gets it; left out: all of them as soon as they can. */
type Writer = { write: (reader: Reader) => Written; leavesFrom?: (position: number) => Date }
/** Reads once what a batch needs of a campaign, and writes it for each of its recipients. */
export type Writing = (tx: Tx, campaign: CampaignText) => Promise<Writer>

export type Writings = Partial<Record<Channel, Writing>>

/** The text with the name, and its link behind it: where a channel has no way of its own. */
export const writeText: Writing = (_tx, { message, neutralName }) =>
  Promise.resolve({
    write: ({ firstName, footer }) => ({ text: personalise(message, firstName, neutralName) + footer }),
  })

/**
 * `doubtedSince`: since when a gateway may have some of the batch without our knowing; null: none has. `secretKey`: seals the
 * opt-out links. `writing`: of the campaign's channel.
 */
type Moment = { at: Date; doubtedSince: Date | null; secretKey: string; writing: Writing }

/**
 * Reads what of a batch has no answer yet and decides about each recipient at this moment: who opted out or was archived, and
 * everybody once the campaign is cancelled, is skipped; whose hours have not come waits; the others have leave.
 */
export async function prepareBatch(
  tx: Tx,
  campaign: CampaignText,
  batch: Batch,
  { at, doubtedSince, secretKey, writing }: Moment,
): Promise<PreparedBatch> {
  const { channel, topic, purpose } = campaign
  const queued = await selectQueued(tx, campaign.id, batch)
  const { freeSince } = campaign
  const prepared: PreparedBatch = { messages: [], skipped: [], waiting: [], until: null, freeSince }
  const hours = await campaignHours(tx, campaign)
  const { write, leavesFrom = () => freeSince } = await writing(tx, campaign)
  // Who could not leave since the doubt began is in no gateway's hands.
  const isDoubted = (address: string, from: Date): boolean =>
    doubtedSince !== null && later(leavesAt(hours, address, doubtedSince), from) <= at
  if (campaign.isCancelled) {
    for (const { position, address } of queued) {
      const reference = referenceOf(campaign.id, position)
      prepared.skipped.push({ reference, reason: 'cancelled', isDoubted: isDoubted(address, leavesFrom(position)) })
    }
    return prepared
  }
  const addresses = queued.map(({ address }) => address)
  const asking = { channel, topic, addresses, purpose, at }
  const { permits, stillThere } = await permittedSince(tx, asking, campaign.chosenAt)
  const permitOf = new Map<string, Permit>(permits.map((permit) => [permit.address, permit]))
  for (const { position, address, firstName } of queued) {
    const reference = referenceOf(campaign.id, position)
    const permit = permitOf.get(address)
    const from = leavesFrom(position)
    const leaves = later(leavesAt(hours, address, at, freeSince), from)
    const left = stillThere.get(address)
    const reason = left?.length === 0 ? 'archived' : 'opted_out'
    if (!permit) prepared.skipped.push({ reference, reason, isDoubted: isDoubted(address, from) })
    else if (leaves > at) {
      prepared.waiting.push({ reference, isDoubted: isDoubted(address, from) })
      if (!prepared.until || leaves < prepared.until) prepared.until = leaves
    } else {
      prepared.freeSince = later(prepared.freeSince, from)
      // Whoever shares an address with somebody who is gone is not called by their name.
      const calledBy = left?.includes(firstName) === false ? '' : firstName
      const footer = footerFor(campaign.footer, { campaignId: campaign.id, position }, secretKey)
      prepared.messages.push({
        reference,
        from: campaign.sender,
        permit,
        ...write({ position, firstName: calledBy, footer }),
      })
    }
  }
  return prepared
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)

/** What of a batch has no outcome yet. */
export function without(
  { messages, skipped, waiting, until, freeSince }: PreparedBatch,
  outcomes: Outcome[],
): PreparedBatch {
  const over = new Set(outcomes.map(({ position }) => position))
  const isOpen = ({ reference }: { reference: string }): boolean => !over.has(readReference(reference)?.position ?? 0)
  const stillWaiting = waiting.filter(isOpen)
  return {
    messages: messages.filter(isOpen),
    skipped: skipped.filter(isOpen),
    waiting: stillWaiting,
    until: stillWaiting.length > 0 ? until : null,
    freeSince,
  }
}
