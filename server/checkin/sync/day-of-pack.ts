import { randomInt } from 'node:crypto'
import type { StationPin } from '#contract/checkin/stations.ts'
import { audit } from '../../identity/index.ts'
import { dayIn, instantOf } from '../../platform/clock.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { insertPin, replacePin, selectPin } from './pack-store.ts'
import { AROUND_EVENT_MS } from '../door/index.ts'

type Today = { tenantId: TenantId; timeZone: string; at: Date }

const DAY_MS = 24 * 60 * 60 * 1000
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * When a pack is over: at the church's midnight. A service that goes on over midnight keeps it until its doors shut, and
 * never longer than noon.
 */
export function endOfPack({ timeZone, at, endsAt }: { timeZone: string; at: Date; endsAt: Date }): Date {
  const tomorrow = dayAfter(dayIn(timeZone, at), 1)
  const instant = (time: string): Date => instantOf(timeZone, `${tomorrow}T${time}`) ?? at
  const [midnight, noon] = [instant('00:00'), instant('12:00')]
  const doorsShut = new Date(endsAt.getTime() + AROUND_EVENT_MS)
  return doorsShut > midnight && doorsShut <= noon ? doorsShut : midnight
}

const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The PIN of the church's day, made when somebody first asks for it. Two who ask at once are given the same. */
export async function pinOfDay(tx: Tx, { tenantId, timeZone, at }: Today): Promise<StationPin> {
  const day = dayIn(timeZone, at)
  const known = await selectPin(tx, day)
  if (!known) await insertPin(tx, { tenantId, day, pin: newPin() })
  const pin = known ?? (await selectPin(tx, day)) ?? ''
  return { day, pin, before: await selectPin(tx, dayAfter(day, -1)) }
}

/** Makes another one: somebody knows it who should not. */
export async function renewPin(tx: Tx, { actor, ...today }: Today & { actor: Actor }): Promise<StationPin> {
  const { tenantId, timeZone, at } = today
  await replacePin(tx, { tenantId, day: dayIn(timeZone, at), pin: newPin() })
  await audit(tx, tenantId, actor, { act: 'station.pin_renewed', at })
  return pinOfDay(tx, today)
}
