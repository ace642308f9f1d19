import { PUSH_MESSAGE_MAX_LENGTH, PUSH_TITLE_MAX_LENGTH } from '#contract/messaging/push.ts'
import { refuseAtShutGate } from '../../billing/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { pushAudience, sendBulkPush } from '../bulk-push/index.ts'
import { audienceOf } from '../campaigns/index.ts'
import { emailAudience, sendEmail, textBlock } from '../email/index.ts'
import { footerOf } from '../opt-out-links/index.ts'
import { sendSms } from '../sms/index.ts'

export type Automatic = {
  tenantId: TenantId
  /** In whose name. */
  accountId: string
  /** Made before: of two that bear the same one only the first is taken on. */
  id: string
  personIds: string[]
  isoCode: string
  at: Date
}

type Doors = Pick<AppContext, 'enqueue' | 'config'>
type Sent = { recipients: number; units: number }

/** Goes behind a shut gate too, as by hand. Throws as `sendSms` does, and then nothing has happened. */
export async function sendAutomaticText(
  tx: Tx,
  { enqueue, config }: Doors,
  { tenantId, accountId, id, personIds, isoCode, at }: Automatic,
  { senderId, message }: { senderId: string; message: string },
): Promise<Sent> {
  const audience = await audienceOf({ personIds }, isoCode)
  const footer = await footerOf(tx, { publicUrl: config.publicUrl, wanted: undefined })
  const input = { id, senderId, audience, message, footer, quotedUnits: null }
  return sendSms(tx, enqueue, { tenantId, accountId, isoCode, at }, input)
}

/** What is longer than a locked screen is cut there. Throws as `sendBulkPush` does, and as `refuseAtShutGate`. */
export async function sendAutomaticPush(
  tx: Tx,
  { enqueue }: Doors,
  { tenantId, accountId, id, personIds, at }: Automatic,
  written: { title: string; message: string },
): Promise<Sent> {
  await refuseAtShutGate(tx, at)
  const audience = await pushAudience({ personIds }, 'news')
  const title = written.title.slice(0, PUSH_TITLE_MAX_LENGTH).toWellFormed()
  const message = written.message.slice(0, PUSH_MESSAGE_MAX_LENGTH).toWellFormed()
  return sendBulkPush(tx, enqueue, { tenantId, accountId, at }, { id, title, message, category: 'news', audience })
}

/** Plain words, in the look of the church's emails. Throws as `sendEmail` does, and as `refuseAtShutGate`. */
export async function sendAutomaticEmail(
  tx: Tx,
  { enqueue, config }: Doors,
  { tenantId, accountId, id, personIds, at }: Automatic,
  { subject, text, language }: { subject: string; text: string; language?: string },
): Promise<Sent> {
  await refuseAtShutGate(tx, at)
  const audience = await emailAudience({ personIds }, 'news')
  const content = { subject, blocks: [textBlock(text)], ...(language === undefined ? {} : { language }) }
  return sendEmail(tx, enqueue, { tenantId, accountId, config, at }, { id, content, audience, quotedUnits: null })
}
