import { randomUUID } from 'node:crypto'
import type { PushQuote } from '#contract/messaging/push.ts'
import type { Topic } from '#contract/messaging/topics.ts'
import { DEFAULT_NEUTRAL_NAME, type Destination } from '#contract/messaging/sms.ts'
import { personalise } from '#contract/messaging/segments.ts'
import { takeAttempts } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import {
  audienceOf,
  countAudience,
  readRecipients,
  PUSH_GATEWAY,
  sampleAudience,
  takeOnCampaign,
  type Audience,
  type NewCampaign,
} from '../campaigns/index.ts'
import { HOME, sendPush } from '../push/index.ts'

/** Who a push about this is for. */
export const pushAudience = (destination: Destination, category: Topic): Promise<Audience> => {
  const { allContacts, groupIds, personIds } = destination
  return audienceOf({ allContacts, groupIds, personIds }, '', { channel: 'push', topic: category })
}

/** Who would get it. */
export async function quoteBulkPush(tx: Tx, audience: Audience): Promise<PushQuote> {
  const { withoutNumber, prefixes: _prefixes, ...counts } = await countAudience(tx, audience)
  return { ...counts, withoutDevice: withoutNumber }
}

type BulkPush = {
  title: string
  message: string
  category: Topic
  audience: Audience
  /** Made before: of two that bear the same one only the first is taken on. */
  id?: string
  askFirst?: boolean
}

type Pusher = { tenantId: string; accountId: string; at: Date }

/** It costs nothing. */
const FREE = { numerator: 0, denominator: 1 }

/**
 * Takes a push on for sending, as a campaign: one recipient a person, whatever number of devices. Throws `no_recipients` or
 * `too_many_recipients`, and then nothing has happened.
 */
export async function sendBulkPush(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, accountId, at }: Pusher,
  { title, message, category, audience, id = randomUUID(), askFirst = false }: BulkPush,
): Promise<{ id: string; recipients: number; units: number }> {
  const campaign: NewCampaign = {
    tenantId,
    id,
    channel: 'push',
    topic: category,
    sender: title,
    message,
    neutralName: DEFAULT_NEUTRAL_NAME,
    footer: '',
    route: { id: null, gateway: PUSH_GATEWAY, fallbackGateway: null, rate: FREE, returnsUndelivered: false },
    createdBy: accountId,
    purpose: 'bulk',
    at,
  }
  const names = await readRecipients(tx, audience)
  const taking = { audience, names, segmentsFor: () => 1, quotedUnits: null, askFirst }
  const { recipients, units } = await takeOnCampaign(tx, enqueue, campaign, taking)
  return { id, recipients, units }
}

type Tester = Omit<Pusher, 'accountId'> & { personId: string }

/** A test is read at once. */
const TEST_MS = 10 * 60_000

/** Shows it on the devices of whoever writes it. Throws `no_recipients` where they have none, `too_many_tries`. */
export async function testBulkPush(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, personId, at }: Tester,
  { title, message }: Pick<BulkPush, 'title' | 'message'>,
): Promise<void> {
  await takeAttempts(tx, [{ kind: 'testPush', who: `${tenantId} ${personId}` }], at)
  const reference = randomUUID()
  const oneself = await audienceOf({ personIds: [personId] }, '', { channel: 'push', topic: null })
  const [sample] = await sampleAudience(tx, oneself, 1)
  const body = personalise(message, sample?.firstName ?? '', DEFAULT_NEUTRAL_NAME)
  const test = { tenantId, personIds: [personId], title, body, path: HOME, about: reference, reference }
  const expiresAt = new Date(at.getTime() + TEST_MS)
  const isOnItsWay = await sendPush(tx, enqueue, { ...test, expiresAt, otherwise: null }, at)
  if (!isOnItsWay) throw new ApiError('no_recipients')
}
