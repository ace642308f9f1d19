import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Call } from '../../platform/http/index.ts'
import type { register as call } from '#contract/checkin/registration.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { checkChildren, keepRegistration, lowered, registrationState, type Registered } from './register-family.ts'
import { newCode } from './code-store.ts'
import { insertAtOnce, lookAtEvent, type EventLook } from './registration-store.ts'
import { classFull } from './places.ts'
import type { Wanted } from './child-store.ts'

/** A guardian who registers people of the own family, when. */
export type Registrar = { tenantId: string; personId: string; at: Date; enqueue: Enqueue }

type OwnWanted = { eventId: string; children: readonly Wanted[] }
type Transact = Call<typeof call>['transact']

/**
 * Registers people of the guardian's own family. Throws like `registerFamily`. A family that comes for the first time is
 * registered in two messages, the second of which ends the transaction: of the classes, for which all wait, nothing is held while
 * we and PostgreSQL talk. What somebody quicker made impossible is done again step by step, which finds out what it was.
 */
export async function registerOwn(transact: Transact, registrar: Registrar, wanted: OwnWanted): Promise<Registered> {
  const children = wanted.children.map(lowered)
  try {
    return await transact((tx) => register(tx, registrar, { ...wanted, children }, atOnce))
  } catch (error) {
    if (!isRefusedByTables(error)) throw error
    return transact((tx) => register(tx, registrar, { ...wanted, children }, keepRegistration))
  }
}

/** Class 23 of PostgreSQL's errors: what keys and checks refuse. */
const isRefusedByTables = (error: unknown): boolean =>
  error instanceof Error && /^23...$/.test(String((error as { code?: unknown }).code))

type Keep = typeof keepRegistration

async function register(
  tx: Tx,
  { personId, ...registrar }: Registrar,
  { eventId, children }: OwnWanted,
  keep: Keep,
): Promise<Registered> {
  const event = await lookAtEvent(tx, eventId, { guardianId: personId })
  if (!event?.familyId) throw new ApiError('not_found')
  if (registrationState(event, registrar.at) !== 'open') throw new ApiError('registration_closed')
  checkChildren(event, children)
  return keep(tx, { ...registrar, eventId, children, familyId: event.familyId, broughtBy: personId }, event)
}

const atOnce: Keep = async (tx, registering, event) => {
  if (event.registration || event.someWait) return keepRegistration(tx, registering, event)
  refuseFull(event, registering.children)
  const own = { id: randomUUIDv7(), code: newCode(), day: event.day, blockOf: null }
  await insertAtOnce(tx, { ...registering, ...own })
  return { registrationId: own.id, code: own.code }
}

/** Who finds a class full does not queue for it. */
function refuseFull({ classes }: EventLook, children: readonly Wanted[]): void {
  const counts = Map.groupBy(children, ({ classId }) => classId)
  const full = classes.filter(({ id, left }) => left !== null && left < (counts.get(id)?.length ?? 0))
  if (full.length > 0) throw classFull(full)
}
