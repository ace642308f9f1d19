import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type {
  listPush as listCall,
  listPushRecipients as recipientsCall,
  PushRow,
  SentPush,
} from '#contract/messaging/push.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import {
  countCampaigns,
  countRecipients,
  selectCampaign,
  selectCampaigns,
  selectRecipients,
  steeredBy,
  type CampaignRecord,
} from '../campaigns/index.ts'

const recipientKey = z.int().check(z.gte(0), z.lte(2_147_483_647))

const ROWS_A_PAGE = 50

/** A page of sent push notifications, newest first; pages count from 1. */
export async function listPush(
  tx: Tx,
  { page = 1, search = '' }: Received<typeof listCall>['query'],
): Promise<Answer<typeof listCall>> {
  const filter = { channel: 'push', search: search.trim() } as const
  const offset = (Math.max(page, 1) - 1) * ROWS_A_PAGE
  const rows = await selectCampaigns(tx, { ...filter, after: null, limit: ROWS_A_PAGE, offset })
  return { data: rows.map(presentPush), totalItems: await countCampaigns(tx, filter) }
}

/** One of them; `not_found` also for another church's. */
export async function readPush(tx: Tx, id: string): Promise<SentPush> {
  const campaign = await selectCampaign(tx, 'push', id)
  if (!campaign) throw new ApiError('not_found')
  return { ...presentPush(campaign), cancelled: await steeredBy(tx, campaign) }
}

/** Its people, in the order in which they were taken on. */
export async function listPushRecipients(
  tx: Tx,
  id: string,
  { search = '', state, cursor, limit = PAGE_SIZE }: Received<typeof recipientsCall>['query'],
): Promise<Answer<typeof recipientsCall>> {
  await readPush(tx, id)
  const filter = { search: search.trim(), state }
  const after = readCursor(recipientKey, cursor) ?? 0
  const rows = await selectRecipients(tx, id, { ...filter, after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ position }) => position)
  return {
    items: items.map(({ position, name, state: stands, reason, changedAt }) => ({
      position,
      name,
      state: stands,
      reason,
      at: changedAt.toISOString(),
    })),
    total: await countRecipients(tx, id, filter),
    nextCursor,
  }
}

/** As its screens have it. */
export function presentPush({
  senderId: title,
  sentAt,
  queued,
  sent,
  failed,
  skipped,
  ...campaign
}: CampaignRecord): PushRow {
  const {
    id,
    message,
    topic: category,
    sentBy,
    recipients,
    state,
    unknown,
    delivered,
    no_report: unreported,
  } = campaign
  const counts = { queued, sent: sent + delivered + unreported, failed: failed + unknown, skipped }
  return { id, title, message, category, sentAt: sentAt.toISOString(), sentBy, recipients, counts, state }
}
