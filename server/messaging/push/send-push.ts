import { createHash } from 'node:crypto'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { type Enqueue, type Job, defineJob } from '../../platform/jobs/index.ts'
import { insertPush, selectPushes } from './push-store.ts'
import { z } from 'zod/mini'

/** Hands one message to the push services. Any number of these jobs for one message do no harm. */
export const deliverPushJob = defineJob({
  name: 'messaging.deliver-push',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
})

/** The same for what was written to many: it stands in a line of its own, and keeps no call of a class waiting. */
export const deliverBulkPushJob = defineJob({
  name: 'messaging.deliver-bulk-push',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
})

/** Of one church so many are on their way at once; others have their turn between. */
const LANES = 4

type Delivering = { tenantId: string; id: string; isBulk: boolean; startAfter?: number }

/** Puts the delivery of a message in its line. */
export function enqueuePush(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, id, isBulk, startAfter = 0 }: Delivering,
): Promise<void> {
  const payload = { tenantId, messageId: id }
  if (!isBulk) return enqueue(tx, deliverPushJob, payload, startAfter > 0 ? { startAfter } : {})
  const lane = Number.parseInt(id.slice(0, 1), 16) % LANES
  return enqueue(tx, deliverBulkPushJob, payload, { turnOf: `${tenantId} ${lane}`, startAfter })
}

/** Takes up messages that no job cares for any more, for example after a restored back-up. */
export const resumePushesJob = defineJob({ name: 'messaging.resume-pushes', payload: z.object({}) })

type Push<Payload extends object> = {
  tenantId: TenantId
  personIds: readonly string[]
  /** Shown on a locked screen: no child’s name, no code. */
  title: string
  body: string
  /** Where a click leads: `/checkin/dashboard`, or `HOME`. */
  path: string
  /** What it is about, in any words of the caller’s: of two about the same a browser shows the later one. */
  about: string
  /** A uuid of the caller’s for this one message: with the same again nothing more is sent. */
  reference: string
  /** When a browser that was out of reach until then need not show it any more. */
  expiresAt: Date
  /** What to do when no browser took it, such as sending an SMS. It is done in a transaction of its own. */
  otherwise: { job: Job<Payload>; payload: Payload } | null
  /** One of many: it waits behind what cannot wait. */
  isBulk?: boolean
  /** Only to this browser of theirs. */
  deviceId?: string
}

/** Where everybody starts: families at the portal, staff on the dashboard. */
export const HOME = '/'

/** A payload of 4096 bytes is what every push service takes; a letter may be four. */
const TITLE_MAX_LENGTH = 120
const BODY_MAX_LENGTH = 500

/**
 * Takes on one message to every browser by which these people are signed in and told by push. True: it is on its way, and
 * where no browser takes it `otherwise` follows. False: there is no such browser, and nothing has happened.
 */
export async function sendPush<Payload extends object>(
  tx: Tx,
  enqueue: Enqueue,
  push: Push<Payload>,
  at: Date,
): Promise<boolean> {
  const { tenantId, reference, about, otherwise, isBulk = false, deviceId = null } = push
  const devices = await insertPush(tx, {
    ...push,
    id: reference,
    title: cut(push.title, TITLE_MAX_LENGTH),
    body: cut(push.body, BODY_MAX_LENGTH),
    topic: topicOf(about),
    isBulk,
    deviceId,
    otherwise: otherwise && { job: otherwise.job.name, payload: otherwise.job.payload.parse(otherwise.payload) },
    at,
  })
  if (devices === 0) return (await selectPushes(tx, [reference])).has(reference)
  await enqueuePush(tx, enqueue, { tenantId, id: reference, isBulk })
  return true
}

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** Push services read it: it must not tell what the message is about. 32 signs are the most they take. */
const topicOf = (about: string): string => createHash('sha256').update(about).digest('base64url').slice(0, 32)
