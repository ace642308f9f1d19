import type { z } from 'zod/mini'
import type { SmsDraftContent } from '#contract/messaging/drafts.ts'
import { sendableEmail, type EmailContent } from '#contract/messaging/email-content.ts'
import { pushDraftContent, type PushDraftContent } from '#contract/messaging/push.ts'
import { quoteSms } from '#contract/messaging/sms.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { pushAudience, sendBulkPush } from '../bulk-push/index.ts'
import { audienceOf, type Audience } from '../campaigns/index.ts'
import { footerOf } from '../opt-out-links/index.ts'
import { emailAudience, sendEmail } from '../email/index.ts'
import { sendSms, type SentSms } from '../sms/index.ts'
import { presentDestination } from './destination-store.ts'
import { lockDraft, saveSent, selectDraft, type DraftRecord } from './draft-store.ts'
import { changedMeanwhile } from './save-draft.ts'

/** In whose name and for which church a message goes. */
type HandingOver = {
  tenantId: string
  accountId: string
  isoCode: string
  actor: Actor
  at: Date
  config: Pick<Config, 'publicUrl' | 'secretKey' | 'emails'>
}

export type ReadDraft = {
  draft: DraftRecord
  /** Of its destination: made before the transaction, for a long list takes a while. */
  audience: Audience
  quotedUnits: number | null
  /** It was to go some time ago, and may have. */
  askFirst?: boolean
  /** Of an email: it may leave over several days. */
  overDays?: boolean
}

/** Whom a draft is for, as it stands. */
export function audienceOfDraft(draft: DraftRecord, isoCode: string): Promise<Audience> {
  const { destination } = draft
  if (draft.channel === 'push') return pushAudience(destination, pushContent(draft.content).category)
  if (draft.channel === 'email') return emailAudience(destination, draft.content.topic)
  return audienceOf(destination, isoCode)
}

/**
 * Whether a draft is still the one that was read, so that the audience made of it then is the draft's own. A draft that was
 * deleted and saved again under its id begins with version 1 again; only its campaign differs.
 */
export const isUnchanged = (draft: DraftRecord, read: DraftRecord): boolean =>
  draft.version === read.version && draft.campaignId === read.campaignId

/** A draft with its destination as the church is now. */
export async function selectPresent(tx: Tx, id: string): Promise<DraftRecord | null> {
  const draft = await selectDraft(tx, id)
  return draft && { ...draft, destination: await presentDestination(tx, draft.destination) }
}

/**
 * Takes a draft on for sending, in one transaction with the draft being sent: its campaign bears the id that was made for it
 * when it was first saved, so that there is one, whoever asks how often. The draft is locked by the caller. Throws what
 * `sendSms` throws, `invalid_input`.
 */
export async function handOver(tx: Tx, enqueue: Enqueue, handing: HandingOver, read: ReadDraft): Promise<SentSms> {
  const { tenantId, actor, at } = handing
  const { draft } = read
  const sent = await hand(tx, enqueue, handing, { ...read, draft })
  await saveSent(tx, draft.id, at)
  const details = { recipients: sent.recipients, units: sent.units }
  await audit(tx, tenantId, actor, { act: 'message.sent', subjectId: sent.id, details, at })
  return sent
}

type Reading<Channel extends DraftRecord['channel']> = ReadDraft & { draft: Extract<DraftRecord, { channel: Channel }> }

function hand(tx: Tx, enqueue: Enqueue, handing: HandingOver, { draft, ...read }: ReadDraft): Promise<SentSms> {
  if (draft.channel === 'push') return handOverPush(tx, enqueue, handing, { ...read, draft })
  if (draft.channel === 'email') return handOverEmail(tx, enqueue, handing, { ...read, draft })
  return handOverSms(tx, enqueue, handing, { ...read, draft })
}

async function handOverSms(
  tx: Tx,
  enqueue: Enqueue,
  { actor: _actor, config, ...sender }: HandingOver,
  { draft, ...read }: Reading<'sms'>,
): Promise<SentSms> {
  const { senderId, neutralName, routeId, optOutLink } = draft.content
  const footer = await footerOf(tx, { publicUrl: config.publicUrl, wanted: optOutLink })
  const input = { ...read, senderId, routeId, message: messageOf(draft.content), footer, id: draft.campaignId }
  return sendSms(tx, enqueue, sender, { ...input, ...(neutralName ? { neutralName } : {}) })
}

/** A late one goes all the same: no mail server can be asked whether it had it. */
function handOverEmail(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, accountId, config, at }: HandingOver,
  { draft, audience, quotedUnits, overDays = false }: Reading<'email'>,
): Promise<SentSms> {
  const input = { content: emailContent(draft.content), audience, quotedUnits, overDays, id: draft.campaignId }
  return sendEmail(tx, enqueue, { tenantId, accountId, config, at }, input)
}

function handOverPush(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, accountId, at }: HandingOver,
  { draft, audience, askFirst = false }: Reading<'push'>,
): Promise<SentSms> {
  const { title, message, category } = pushContent(draft.content)
  const push = { title, message, category, audience, askFirst, id: draft.campaignId }
  return sendBulkPush(tx, enqueue, { tenantId, accountId, at }, push)
}

/** As they were checked when they were scheduled. */
const pushContent = (content: SmsDraftContent): PushDraftContent => sendable(pushDraftContent.safeParse(content))
const emailContent = (content: EmailContent): EmailContent => sendable(sendableEmail.safeParse(content))

type Parsed<Content> = ReturnType<z.ZodMiniType<Content>['safeParse']>

function sendable<Content>(parsed: Parsed<Content>): Content {
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_input', { fields: { message: parsed.error.issues[0]?.message ?? '' } })
}

/** The text as it may be sent. A draft may hold any. */
export function messageOf(content: SmsDraftContent): string {
  const parsed = quoteSms.body.shape.message.safeParse(content.message)
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_input', { fields: { message: parsed.error.issues[0]?.message ?? '' } })
}

/**
 * Sends a draft now, also one that waits for its time or failed, where it is the one that was seen. Throws `not_found`,
 * `already_sent`, `changed_meanwhile` and what `handOver` throws.
 */
export async function sendSeenDraft(
  tx: Tx,
  enqueue: Enqueue,
  handing: HandingOver,
  { id, version, read }: { id: string; version: number; read: ReadDraft },
): Promise<SentSms> {
  const draft = await lockDraft(tx, id)
  if (!draft || draft.state === 'template') throw new ApiError('not_found')
  if (draft.state === 'sent') throw new ApiError('already_sent')
  if (draft.version !== version || !isUnchanged(draft, read.draft)) throw changedMeanwhile(draft)
  return handOver(tx, enqueue, handing, { ...read, draft })
}
