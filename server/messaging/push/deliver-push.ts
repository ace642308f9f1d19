import { z } from 'zod/mini'
import type { TenantId } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob, jobWorker, type JobWorker, type Queue, isQueued } from '../../platform/jobs/index.ts'
import { type PushAnswer, type PushService, pushServices } from './gateways/push-service.ts'
import { deliverBulkPushJob, deliverPushJob, enqueuePush, HOME, resumePushesJob } from './send-push.ts'
import {
  countTaken,
  countTry,
  endPush,
  finishDevices,
  selectDevices,
  selectOpenPush,
  type Device,
  type OpenPush,
  deleteGone,
  selectQuietPushes,
  saveTaken,
} from './push-store.ts'
import { vapidOf } from './gateways/vapid.ts'

const DEVICES_AT_ONCE = 20
/** Seconds before the next round. All of them end before a class that calls sends its SMS anyway. */
const PAUSES = [1, 2, 4, 8, 16]
const PAUSE_MAX_SECONDS = 20

type Delivering = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'config'>
type Delivery = { context: Delivering; services: PushService; tenantId: TenantId; push: OpenPush }
type Answered = { device: Device; answer: PushAnswer }

/**
 * Hands one message to the push services, round by round: read whom it has still to reach, commit, send, record the
 * answers, commit. A round that was sent and never recorded is sent again under the same topic: a browser shows it once.
 */
export async function deliverPush(
  context: Delivering,
  services: PushService,
  { tenantId, messageId }: { tenantId: TenantId; messageId: string },
  signal: AbortSignal,
): Promise<void> {
  const push = await context.database.withTenant(tenantId, (tx) => selectOpenPush(tx, messageId))
  if (!push) return
  const delivery = { context, services, tenantId, push }
  const seconds = await sendRound(delivery, signal)
  await (seconds === null ? end(delivery) : again(delivery, seconds))
}

/** Answers how long to wait before the next round; null: none makes sense. */
async function sendRound(delivery: Delivery, signal: AbortSignal): Promise<number | null> {
  const { context, push } = delivery
  const pauses: number[] = []
  let last: Device | undefined
  do {
    const devices = await nextDevices(delivery, last?.subscriptionId ?? null)
    const answered = await Promise.all(devices.map((device) => post(delivery, device, signal)))
    await record(delivery, answered)
    pauses.push(...answered.flatMap(({ answer }) => (answer.outcome === 'later' ? (answer.seconds ?? 0) : [])))
    last = devices.length < DEVICES_AT_ONCE ? undefined : devices.at(-1)
  } while (last && context.clock.now() < push.expiresAt)
  const pause = PAUSES[push.tries]
  return pauses.length === 0 || pause === undefined ? null : Math.min(Math.max(pause, ...pauses), PAUSE_MAX_SECONDS)
}

function nextDevices({ context, tenantId, push }: Delivery, after: string | null): Promise<Device[]> {
  const at = context.clock.now()
  if (at >= push.expiresAt) return Promise.resolve([])
  return context.database.withTenant(tenantId, (tx) =>
    selectDevices(tx, { id: push.id, after, limit: DEVICES_AT_ONCE, at }),
  )
}

async function post({ context, services, push }: Delivery, device: Device, signal: AbortSignal): Promise<Answered> {
  const { topic, isBulk, expiresAt } = push
  const { endpoint, p256dh, auth } = device
  const payload = JSON.stringify(payloadOf(push, device, context.config))
  const ttlSeconds = (expiresAt.getTime() - context.clock.now().getTime()) / 1000
  const urgency = isBulk ? 'normal' : 'high'
  return {
    device,
    answer: await services.post({ endpoint, p256dh, auth, payload, topic, urgency, ttlSeconds }, signal),
  }
}

/**
 * A Declarative Web Push message (8030 is its mark): browsers that know it show it by themselves, also where our worker has
 * gone; the others hand it to the worker, which shows the same.
 */
const payloadOf = (
  { title, body, path, topic }: OpenPush,
  { isStaff }: Device,
  { publicUrl }: Pick<AppContext['config'], 'publicUrl'>,
) => {
  const home = isStaff ? '/tenant' : '/checkin/dashboard'
  return {
    web_push: 8030,
    notification: { title, body, navigate: `${publicUrl}${path === HOME ? home : path}`, tag: topic },
  }
}

/** Browsers that are gone go, and with them what they were still to be told. */
async function record({ context, tenantId, push }: Delivery, answered: readonly Answered[]): Promise<void> {
  const those = (outcome: PushAnswer['outcome']): Device[] =>
    answered.filter(({ answer }) => answer.outcome === outcome).map(({ device }) => device)
  const idsOf = (devices: Device[]): string[] => devices.map(({ subscriptionId }) => subscriptionId)
  const [taken, refused, gone] = [those('taken'), those('refused'), those('gone')]
  if (taken.length + refused.length + gone.length === 0) return
  await context.database.withTenant(tenantId, async (tx) => {
    const counted = await finishDevices(tx, push.id, idsOf(taken))
    if (counted > 0) await countTaken(tx, push.id, counted)
    if (taken.length > 0) await saveTaken(tx, idsOf(taken), context.clock.now())
    if (refused.length > 0) await finishDevices(tx, push.id, idsOf(refused))
    if (gone.length > 0) await deleteGone(tx, gone)
  })
}

async function again({ context, tenantId, push }: Delivery, startAfter: number): Promise<void> {
  await context.database.withTenant(tenantId, async (tx) => {
    if (await countTry(tx, push.id)) await enqueuePush(tx, context.enqueue, { ...push, tenantId, startAfter })
  })
}

/** What is to be done when no browser took it exists exactly when the message has ended so. */
async function end({ context, tenantId, push }: Delivery): Promise<void> {
  await context.database.withTenant(tenantId, async (tx) => {
    const ended = await endPush(tx, push.id, context.clock.now())
    if (ended?.job && ended.payload && ended.devices === 0)
      await context.enqueue(tx, defineJob({ name: ended.job, payload: z.looseObject({}) }), ended.payload)
  })
}

/** Longer than all rounds of a message take. */
const QUIET_MS = 10 * 60 * 1000

/** Gives a job to every message that lost its own. */
export async function resumePushes({
  database,
  enqueue,
  clock,
}: Pick<AppContext, 'database' | 'enqueue' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietPushes(tx, since))
  for (const { tenantId, messageId } of quiet)
    await database.withTenant(tenantId, async (tx) => {
      const push = await selectOpenPush(tx, messageId)
      if (push && !(await isQueued(tx, push.isBulk ? deliverBulkPushJob : deliverPushJob, { messageId })))
        await enqueuePush(tx, enqueue, { ...push, tenantId })
    })
}

export const pushQueues: Queue[] = [deliverPushJob, deliverBulkPushJob, resumePushesJob]

/** The push services as this installation is known to them. */
export const openPushServices = ({ config, noteProvider }: Pick<AppContext, 'config' | 'noteProvider'>): PushService =>
  pushServices({ vapid: vapidOf(config), sandbox: config.pushSandbox, note: noteProvider })

/** What goes on about push in the background. */
export function pushWorkers(context: AppContext): JobWorker[] {
  const services = openPushServices(context)
  return [
    jobWorker({
      job: deliverPushJob,
      handler: (payload, signal) => deliverPush(context, services, payload, signal),
      concurrency: 4,
    }),
    jobWorker({
      job: deliverBulkPushJob,
      handler: (payload, signal) => deliverPush(context, services, payload, signal),
      concurrency: 8,
      inTurns: true,
    }),
    jobWorker({ job: resumePushesJob, handler: () => resumePushes(context), concurrency: 1, cron: '*/10 * * * *' }),
  ]
}
