import type { EventRow } from '#contract/checkin/events.ts'
import { checkInChildren, releaseChildren, waitForClass } from '#server/checkin/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { findDeskAccount, isGoingOn, type DemoFamily } from './checkin-store.ts'
import { FULL_CLASS, OPEN_DAY, openDayAt, SMALL_CLASS } from './events.ts'
import {
  classFor,
  familiesOn,
  plan,
  planComing,
  quietly,
  registerAll,
  showBanner,
  type CheckinChurch,
  type RegisteredFamily,
} from './make-checkin.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** An event with less than this to go is followed by the next. */
const SOON_OVER_MS = 60 * MINUTE_MS
/** From this age on a class has room for all. */
const TEENS = 10
/** Of the families that registered so many in a hundred are here by now. */
const ARRIVED_PERCENT = 60
/** Minutes ago. */
const [FIRST_CAME, LAST_CAME] = [50, 2]
const GONE_HOME = 3
const WAITING = 2

/**
 * Whoever opens the demo finds an event at which families are arriving, and what comes next: makes what is missing of it,
 * through the same acts as a desk and a portal do. What people did in the demo stays.
 */
export async function keepCheckinAlive(tx: Tx, church: Omit<CheckinChurch, 'deskId'>): Promise<void> {
  const deskId = await findDeskAccount(tx)
  if (deskId === null) return
  const { at } = church
  if (!(await isGoingOn(tx, OPEN_DAY, { at, until: new Date(at.getTime() + SOON_OVER_MS) })))
    await makeOpenDay(tx, { ...church, deskId })
  await planComing(tx, { ...church, deskId })
}

async function makeOpenDay(tx: Tx, church: CheckinChurch): Promise<void> {
  const { at, timeZone } = church
  const event = openDayAt(at, timeZone)
  const before = new Date(at.getTime() - DAY_MS)
  const row = await plan(tx, church, event, before)
  await showBanner(tx, church, row.id)
  const { known, others } = await familiesOn(tx, event.day)
  const small = others.filter(({ children }) => children.some(({ years }) => years < TEENS))
  const registered = await registerAll(tx, church, row, {
    at: before,
    families: [...known, ...small],
    left: ({ capacity }) => (capacity === SMALL_CLASS ? 1 : 0),
  })
  const ids = new Set(registered.map(({ familyId }) => familyId))
  await letWait(
    tx,
    church,
    row,
    small.filter(({ familyId }) => !ids.has(familyId)),
  )
  // The family that signs in is still on its way.
  const [, ...coming] = registered
  await letArrive(tx, church, row.id, coming.slice(0, Math.ceil((coming.length * ARRIVED_PERCENT) / 100)))
}

/** Children of further families stand in the line of the class that is full. */
async function letWait(
  tx: Tx,
  { tenantId, at }: CheckinChurch,
  event: EventRow,
  families: DemoFamily[],
): Promise<void> {
  const full = event.classes.find(({ capacity }) => capacity === FULL_CLASS)
  const waiting = families.flatMap(({ parentId, children }) => {
    const child = children.find(({ years }) => full && classFor(event.classes, years) === full)
    return full && child ? [{ parentId, personId: child.personId, classId: full.id }] : []
  })
  for (const [index, { parentId, personId, classId }] of waiting.slice(0, WAITING).entries()) {
    const askedAt = new Date(at.getTime() - (WAITING - index) * 35 * MINUTE_MS)
    const registrar = { tenantId, personId: parentId, at: askedAt, enqueue: quietly }
    await waitForClass(tx, registrar, { eventId: event.id, personId, classId })
  }
}

/** Families come one after the other, the last ones a few minutes ago; the first ones have gone home again. */
async function letArrive(tx: Tx, church: CheckinChurch, eventId: string, families: RegisteredFamily[]): Promise<void> {
  const { tenantId, timeZone, secretKey, deskId, at } = church
  const desk = {
    tenantId,
    timeZone,
    secretKey,
    eventId,
    actor: { kind: 'staff', id: deskId },
    stationId: null,
  } as const
  const ago = (minutes: number): Date => new Date(at.getTime() - minutes * MINUTE_MS)
  const between = LAST_CAME - FIRST_CAME
  const acts = families.flatMap(({ familyId, parentId, children, code }, index) => {
    const cameAt = ago(FIRST_CAME + (between * index) / Math.max(1, families.length - 1))
    const bringing = { ...desk, familyId, children, broughtBy: parentId, at: cameAt, enqueue: quietly }
    const come = { at: cameAt, act: async () => void (await checkInChildren(tx, bringing)) }
    if (index >= GONE_HOME) return [come]
    const wentAt = ago(9 - index * 3)
    const childIds = children.map(({ personId }) => personId)
    const leaving = { ...desk, code, childIds, collectorId: parentId, at: wentAt }
    return [come, { at: wentAt, act: async () => void (await releaseChildren(tx, leaving)) }]
  })
  // The custody log tells them in their order.
  for (const { act } of acts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) await act()
}
