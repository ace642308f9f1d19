import { z } from 'zod/mini'
import type { CampaignRow, CampaignState, RecipientRow, RecipientState } from '#contract/messaging/sent-sms.ts'
import { REPORT_ENTRIES_MAX } from '#contract/messaging/sent-sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import {
  countCampaigns,
  countRecipients,
  selectCampaign,
  selectCampaigns,
  selectMessage,
  selectReported,
  type CampaignMessage,
  type CampaignRecord,
  type RecipientFilter,
  type ReportedRecord,
} from './sent-store.ts'
import { leavingOf } from './waiting.ts'

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
  { search = '', state, cursor, limit = PAGE_SIZE }: PageQuery & { state?: CampaignState | undefined },
): Promise<Page<CampaignRow>> {
  const filter = { channel: 'sms', search: search.trim(), state } as const
  const rows = await selectCampaigns(tx, { ...filter, after: readCursor(campaignKey, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ sentAt, id }) => ({ sentAt: sentAt.toISOString(), id }))
  return { items: items.map(presentCampaign), total: await countCampaigns(tx, filter), nextCursor }
}

/** One sent SMS; `not_found` also for another church's. */
export async function readSentSms(tx: Tx, id: string): Promise<CampaignRecord> {
  const campaign = await selectCampaign(tx, 'sms', id)
  if (!campaign) throw new ApiError('not_found')
  return campaign
}

/** What one sent SMS was, to write another like it. */
export async function readSentMessage(tx: Tx, id: string): Promise<CampaignMessage> {
  const message = await selectMessage(tx, 'sms', id)
  if (!message) throw new ApiError('not_found')
  return message
}

type Wanted = PageQuery & Omit<RecipientFilter, 'search'> & { at: Date }

/** The delivery report of one sent SMS, in the order of its recipients. */
export async function listSmsRecipients(tx: Tx, id: string, { at, ...wanted }: Wanted): Promise<Page<RecipientRow>> {
  return presentRecipients(tx, await readSentSms(tx, id), { ...wanted, at })
}

/** A page of the recipients of a campaign. Throws `invalid_cursor`. */
export async function presentRecipients(
  tx: Tx,
  campaign: CampaignRecord,
  { search = '', state, reason, among, cursor, limit = PAGE_SIZE, at }: Wanted,
): Promise<Page<RecipientRow>> {
  const { id } = campaign
  const filter = { search: search.trim(), state, reason, among }
  const rows = await selectReported(tx, id, {
    ...filter,
    after: readCursor(recipientKey, cursor) ?? 0,
    limit: limit + 1,
  })
  const { items, nextCursor } = pageFrom(rows, limit, ({ position }) => position)
  const leaving = await leavingOf(tx, campaign, at)
  return {
    items: items.map((row) => presentRecipient(row, leaving(row))),
    total: await countRecipients(tx, id, filter),
    nextCursor,
  }
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
  const { state, undelivered, cancelled, returnsUndelivered, leavesAt } = campaign
  return {
    id,
    senderId,
    message,
    sentAt: campaign.sentAt.toISOString(),
    sentBy,
    recipients,
    unitsHeld: campaign.unitsHeld,
    unitsSpent: campaign.unitsPosted - (campaign.isFinished ? campaign.unitsReturned : 0),
    units: unitsOf(campaign),
    unitsReturned: returnedOf(campaign),
    returnedFor: {
      undelivered: returnsUndelivered ? undelivered : 0,
      refused: failed - undelivered,
      cancelled,
      skipped: skipped - cancelled,
    },
    counts: { queued, sent, no_report, delivered, failed, unknown, skipped },
    state,
    leavesAt: leavesAt?.toISOString() ?? null,
  }
}

function presentRecipient({ changedAt, ...recipient }: ReportedRecord, leavesAt: Date | null): RecipientRow {
  return { ...recipient, at: changedAt.toISOString(), leavesAt: leavesAt?.toISOString() ?? null }
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

/** One word for each recipient of a campaign, as existing clients count them; of a large one a sample with the same shares. */
export function reportsOf(campaign: CampaignRecord): string[] {
  const scale = Math.min(1, REPORT_ENTRIES_MAX / campaign.recipients)
  return Object.entries(clientWords).flatMap(([state, word]) =>
    // Rounded up: whatever happened to somebody is told.
    Array.from({ length: Math.ceil(campaign[state as RecipientState] * scale) }, () => word),
  )
}
