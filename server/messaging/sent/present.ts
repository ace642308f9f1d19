import type { CampaignRow, RecipientRow, RecipientState } from '#contract/messaging/sent-sms.ts'
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

/** What existing clients read and count: `sent` is handed over, `processed` delivered. */
const clientWords = {
  delivered: 'processed',
  sent: 'sent',
  no_report: 'sent',
  failed: 'failed',
  queued: 'queued',
  unknown: 'unknown',
  skipped: 'skipped',
} as const satisfies Record<RecipientState, string>

/** One word for each recipient of a campaign, as existing clients count them. */
export const reportsOf = (campaign: CampaignRecord): string[] =>
  Object.entries(clientWords).flatMap(([state, word]) =>
    Array.from({ length: campaign[state as RecipientState] }, () => word),
  )
