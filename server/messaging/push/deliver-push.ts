import { z } from 'zod/mini'
import type { TenantId } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { defineJob } from '#server/platform/jobs/index.ts'
import type { PushAnswer, PushService } from './gateways/push-service.ts'
import { deliverPushJob } from './push-jobs.ts'
import {
  countTaken,
  countTry,
  endPush,
  finishDevices,
  selectDevices,
  selectOpenPush,
  type Device,
  type OpenPush,
} from './push-store.ts'
import { deleteGone } from './subscription-store.ts'

const DEVICES_AT_ONCE = 20
/** Seconds before the next round. All of them end before a class that calls sends its SMS anyway. */
const PAUSES = [1, 2, 4, 8, 16]
const PAUSE_MAX_SECONDS = 20

type Delivering = Pick<House, 'database' | 'clock' | 'enqueue'>
type Delivery = { house: Delivering; services: PushService; tenantId: TenantId; push: OpenPush }
type Answered = { device: Device; answer: PushAnswer }

/**
 * Hands one message to the push services, round by round: read whom it has still to reach, commit, send, record the
 * answers, commit. A round that was sent and never recorded is sent again under the same topic: a browser shows it once.
 */
export async function deliverPush(
  house: Delivering,
  services: PushService,
  { tenantId, messageId }: { tenantId: TenantId; messageId: string },
  signal: AbortSignal,
): Promise<void> {
  const push = await house.database.withTenant(tenantId, (tx) => selectOpenPush(tx, messageId))
  if (!push) return
  const delivery = { house, services, tenantId, push }
  const seconds = await sendRound(delivery, signal)
  await (seconds === null ? end(delivery) : again(delivery, seconds))
}

/** Answers how long to wait before the next round; null: none makes sense. */
async function sendRound(delivery: Delivery, signal: AbortSignal): Promise<number | null> {
  const { house, push } = delivery
  const pauses: number[] = []
  let last: Device | undefined
  do {
    const devices = await nextDevices(delivery, last?.subscriptionId ?? null)
    const answered = await Promise.all(devices.map((device) => post(delivery, device, signal)))
    await record(delivery, answered)
    pauses.push(...answered.flatMap(({ answer }) => (answer.outcome === 'later' ? (answer.seconds ?? 0) : [])))
    last = devices.length < DEVICES_AT_ONCE ? undefined : devices.at(-1)
  } while (last && house.clock.now() < push.expiresAt)
  const pause = PAUSES[push.tries]
  return pauses.length === 0 || pause === undefined ? null : Math.min(Math.max(pause, ...pauses), PAUSE_MAX_SECONDS)
}

function nextDevices({ house, tenantId, push }: Delivery, after: string | null): Promise<Device[]> {
  const at = house.clock.now()
  if (at >= push.expiresAt) return Promise.resolve([])
  return house.database.withTenant(tenantId, (tx) =>
    selectDevices(tx, { id: push.id, after, limit: DEVICES_AT_ONCE, at }),
  )
}

async function post({ house, services, push }: Delivery, device: Device, signal: AbortSignal): Promise<Answered> {
  const { title, body, path, topic, expiresAt } = push
  const { endpoint, p256dh, auth } = device
  const payload = JSON.stringify({ title, body, path, tag: topic })
  const ttlSeconds = (expiresAt.getTime() - house.clock.now().getTime()) / 1000
  return { device, answer: await services.post({ endpoint, p256dh, auth, payload, topic, ttlSeconds }, signal) }
}

/** Browsers that are gone go, and with them what they were still to be told. */
async function record({ house, tenantId, push }: Delivery, answered: readonly Answered[]): Promise<void> {
  const those = (outcome: PushAnswer['outcome']): Device[] =>
    answered.filter(({ answer }) => answer.outcome === outcome).map(({ device }) => device)
  const idsOf = (devices: Device[]): string[] => devices.map(({ subscriptionId }) => subscriptionId)
  const [taken, refused, gone] = [those('taken'), those('refused'), those('gone')]
  if (taken.length + refused.length + gone.length === 0) return
  await house.database.withTenant(tenantId, async (tx) => {
    const counted = await finishDevices(tx, push.id, idsOf(taken))
    if (counted > 0) await countTaken(tx, push.id, counted)
    if (refused.length > 0) await finishDevices(tx, push.id, idsOf(refused))
    if (gone.length > 0) await deleteGone(tx, gone)
  })
}

async function again({ house, tenantId, push }: Delivery, startAfter: number): Promise<void> {
  await house.database.withTenant(tenantId, async (tx) => {
    if (await countTry(tx, push.id))
      await house.enqueue(tx, deliverPushJob, { tenantId, messageId: push.id }, { startAfter })
  })
}

/** What is to be done when no browser took it exists exactly when the message has ended so. */
async function end({ house, tenantId, push }: Delivery): Promise<void> {
  await house.database.withTenant(tenantId, async (tx) => {
    const ended = await endPush(tx, push.id, house.clock.now())
    if (ended?.job && ended.payload && ended.devices === 0)
      await house.enqueue(tx, defineJob({ name: ended.job, payload: z.looseObject({}) }), ended.payload)
  })
}
