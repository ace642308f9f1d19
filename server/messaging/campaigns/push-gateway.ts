import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import type { Gateway, GatewayAnswer, OutgoingMessage } from '../gateways/index.ts'
import { HOME, selectPushes, sendPush, type PushState } from '../push/index.ts'
import { readReference } from './ask-gateway.ts'
import { recordOutcomes } from './record-outcomes.ts'

/** What the route of a campaign names that is pushed. */
export const PUSH_GATEWAY = 'push'

/** Each is some statements: others have their turn between. */
const BATCH = 100

/** News of yesterday is none. */
const NEWS_MS = 24 * 60 * 60 * 1000

/** No device of somebody took it after all: its recipient did not get it. */
export const pushUntakenJob = defineJob({
  name: 'messaging.push-untaken',
  payload: z.object({ tenantId: z.uuid(), reference: z.string() }),
})

/**
 * Hands messages of a church to our own delivery of push: a message for each person, of which the reference is kept, so that
 * the same reference twice is one message. What the push services say of each device is not waited for; where none of
 * somebody's took it, that is said later (`pushUntakenJob`).
 */
export function pushGateway({ database, enqueue, clock }: AppContext, tenantId: TenantId): Gateway {
  const hand = async (tx: Tx, message: OutgoingMessage): Promise<GatewayAnswer> => {
    const at = clock.now()
    const { reference, from: title, permit, text: body } = message
    const isTaken = await sendPush(
      tx,
      enqueue,
      {
        tenantId,
        personIds: [permit.address],
        title,
        body,
        path: HOME,
        about: readReference(reference)?.campaignId ?? reference,
        reference: idOf(reference),
        expiresAt: new Date(at.getTime() + NEWS_MS),
        otherwise: { job: pushUntakenJob, payload: { tenantId, reference } },
        isBulk: true,
      },
      at,
    )
    return isTaken
      ? { reference, status: 'accepted', reason: null }
      : { reference, status: 'rejected', reason: NO_DEVICE }
  }
  return {
    batch: BATCH,
    submit: (messages) =>
      database.withTenant(tenantId, async (tx) => {
        const answers: GatewayAnswer[] = []
        for (const message of messages) answers.push(await hand(tx, message))
        return answers
      }),
    lookUp: (messages) =>
      database.withTenant(tenantId, async (tx) => {
        const ids = messages.map(({ reference }) => idOf(reference))
        const known = await selectPushes(tx, ids)
        return messages.map(({ reference }) => answerFor(reference, known.get(idOf(reference))))
      }),
    readReceipts: () => 'unsigned',
    readReplies: () => 'unsigned',
  }
}

const NO_DEVICE = 'no_device'

function answerFor(reference: string, push: PushState | undefined): GatewayAnswer {
  if (!push) return { reference, status: 'unknown', reason: null }
  if (push.isEnded && push.devices === 0) return { reference, status: 'failed', reason: NO_DEVICE }
  return { reference, status: 'accepted', reason: null }
}

/** A message is known by a uuid, which follows from the reference. */
function idOf(reference: string): string {
  const hash = createHash('sha256').update(`push ${reference}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** Writes down that nothing of somebody's took a message. */
export async function recordUntaken(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { tenantId, reference }: { tenantId: TenantId; reference: string },
): Promise<void> {
  const found = readReference(reference)
  if (!found) return
  const { campaignId, position } = found
  const outcome = { position, state: 'failed', accepted: true, reason: NO_DEVICE, code: null } as const
  await database.withTenant(tenantId, (tx) => recordOutcomes(tx, { tenantId, campaignId }, [outcome], clock.now()))
}
