import { randomUUID } from 'node:crypto'
import type { Answer } from '#contract/endpoint.ts'
import type { readPush } from '#contract/messaging/push-devices.ts'
import { topics, type PushCategory } from '#contract/messaging/topics.ts'
import { takeAttempts } from '../../identity/index.ts'
import { selectCategoriesOff, switchCategory } from '../../people/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { deleteOwnDevice, selectOwnDevices, type Session } from './device-store.ts'
import { HOME, sendPush } from './send-push.ts'

/** Somebody who is signed in, and by which session. */
export type DeviceOwner = {
  tenantId: TenantId
  personId: string
  session: Session
  /** Whether they are told of the church's units. */
  keepsUnits: boolean
  at: Date
}

const categoriesOf = ({ keepsUnits }: Pick<DeviceOwner, 'keepsUnits'>): PushCategory[] => [
  ...topics,
  ...(keepsUnits ? (['units'] as const) : []),
]

/** All that a person is told of by push, and where. */
export async function readOwnPush(tx: Tx, owner: DeviceOwner, publicKey: string): Promise<Answer<typeof readPush>> {
  const devices = await selectOwnDevices(tx, owner)
  const off = await selectCategoriesOff(tx, owner.personId)
  return {
    on: devices.some(({ isThis }) => isThis),
    publicKey,
    devices: devices.map(({ addedAt, lastTakenAt, ...device }) => ({
      ...device,
      addedAt: addedAt.toISOString(),
      lastTakenAt: lastTakenAt?.toISOString() ?? null,
    })),
    categories: categoriesOf(owner).map((name) => ({ name, on: !off.includes(name) })),
  }
}

/** What the person may not be told of anyway is switched without a word: it says nothing of others. */
export async function chooseOwnPush(
  tx: Tx,
  { tenantId, personId, at }: DeviceOwner,
  category: PushCategory,
  on: boolean,
): Promise<{ name: PushCategory; on: boolean }> {
  await switchCategory(tx, { tenantId, personId, category, at }, on)
  return { name: category, on }
}

/** Longer than all rounds of a message: what nobody waits for any more is not shown. */
const TEST_MS = 5 * 60_000

/** Sends a message to one device of the person. Throws `not_found`, `too_many_tries`. */
export async function testOwnDevice(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, personId, at, church }: DeviceOwner & { church: string },
  deviceId: string,
): Promise<void> {
  await takeAttempts(tx, [{ kind: 'testPush', who: `${tenantId} ${personId}` }], at)
  const isOnItsWay = await sendPush(
    tx,
    enqueue,
    {
      tenantId,
      personIds: [personId],
      deviceId,
      title: church,
      body: 'This is a test. Notifications reach this device.',
      path: HOME,
      about: `test of ${deviceId}`,
      reference: randomUUID(),
      expiresAt: new Date(at.getTime() + TEST_MS),
      otherwise: null,
    },
    at,
  )
  if (!isOnItsWay) throw new ApiError('not_found')
}

/** Throws `not_found` where the person has no such device. */
export async function removeOwnDevice(tx: Tx, { personId }: DeviceOwner, deviceId: string): Promise<void> {
  if (!(await deleteOwnDevice(tx, personId, deviceId))) throw new ApiError('not_found')
}
