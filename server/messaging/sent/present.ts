import type { CampaignRow, RecipientRow } from '#contract/messaging/sent-sms.ts'
import type { CampaignRecord, RecipientRecord } from './store.ts'

/** Units of a campaign: what is spent, and while it runs also what is still held for it. */
const unitsOf = (campaign: CampaignRecord): number =>
  campaign.isFinished ? campaign.unitsPosted - campaign.unitsReturned : campaign.unitsHeld

/** Units that came back: never accepted, or accepted and not delivered. */
const returnedOf = (campaign: CampaignRecord): number =>
  campaign.isFinished ? campaign.unitsHeld - campaign.unitsPosted + campaign.unitsReturned : 0

export function presentCampaign(campaign: CampaignRecord): CampaignRow {
  const { id, senderId, message, sentBy, recipients, queued, sent, no_report, delivered, failed, unknown, skipped } =
    campaign
  return {
    id,
    senderId,
    message,
    sentAt: campaign.sentAt.toISOString(),
    sentBy,
    recipients,
    units: unitsOf(campaign),
    unitsReturned: returnedOf(campaign),
    counts: { queued, sent, no_report, delivered, failed, unknown, skipped },
    state: campaign.isFinished ? 'finished' : 'sending',
  }
}

export function presentRecipient({ changedAt, ...recipient }: RecipientRecord): RecipientRow {
  return { ...recipient, at: changedAt.toISOString() }
}

/** The states that occur in a campaign, in the words existing clients show. */
export function reportsOf(campaign: CampaignRecord): string[] {
  const words = {
    queued: 'Queued',
    sent: 'Sent',
    no_report: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    unknown: 'Unknown',
    skipped: 'Skipped',
  } as const
  return Object.entries(words).flatMap(([state, word]) => (campaign[state as keyof typeof words] > 0 ? [word] : []))
}
