import { z } from 'zod/mini'
import type { CampaignRow, RecipientRow, RecipientState } from '#contract/messaging/sent-sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import {
  countCampaigns,
  countRecipients,
  selectCampaign,
  selectCampaigns,
  selectRecipients,
  type CampaignRecord,
  type RecipientRecord,
} from './sent-store.ts'

type Page<Row> = { items: Row[]; total: number; nextCursor: string | null }

type PageQuery = { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

/** An instant as we write it, and one that PostgreSQL knows. */
const instant = z.string().check(z.refine((text) => text >= '1970' && new Date(text).toISOString() === text))

const campaignKey = z.object({ sentAt: instant, id: z.uuid() })

const POSITION_MAX = 2_147_483_647

const recipientKey = z.int().check(z.gte(0), z.lte(POSITION_MAX))

/** Sent SMS, newest first. */
export async function listSentSms(
  tx: Tx,
  { search = '', cursor, limit = PAGE_SIZE }: PageQuery,
): Promise<Page<CampaignRow>> {
  const found = { search: search.trim(), after: readCursor(campaignKey, cursor), limit: limit + 1 }
  const rows = await selectCampaigns(tx, found)
  const { items, nextCursor } = pageFrom(rows, limit, ({ sentAt, id }) => ({ sentAt: sentAt.toISOString(), id }))
  return { items: items.map(presentCampaign), total: await countCampaigns(tx, found.search), nextCursor }
}

/** One sent SMS; `not_found` also for another church's. */
export async function readSentSms(tx: Tx, id: string): Promise<CampaignRecord> {
  const campaign = await selectCampaign(tx, id)
  if (!campaign) throw new ApiError('not_found')
  return campaign
}

/** The delivery report of one sent SMS, in the order of its recipients. */
export async function listSmsRecipients(
  tx: Tx,
  id: string,
  { search = '', state, cursor, limit = PAGE_SIZE }: PageQuery & { state?: RecipientState | undefined },
): Promise<Page<RecipientRow>> {
  await readSentSms(tx, id)
  const filter = { search: search.trim(), state }
  const rows = await selectRecipients(tx, id, {
    ...filter,
    after: readCursor(recipientKey, cursor) ?? 0,
    limit: limit + 1,
  })
  const { items, nextCursor } = pageFrom(rows, limit, ({ position }) => position)
  return { items: items.map(presentRecipient), total: await countRecipients(tx, id, filter), nextCursor }
}

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

function presentRecipient({ changedAt, ...recipient }: RecipientRecord): RecipientRow {
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
