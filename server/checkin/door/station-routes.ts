import * as calls from '#contract/checkin/station.ts'
import * as walkIns from '#contract/checkin/walk-in.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import { checkIn, labelsOf } from './check-in.ts'
import { tryCode } from './code-tries.ts'
import { completeFamily } from './complete-family.ts'
import { deskOf, readStationDay, stationOf, type Desk } from './desk.ts'
import { findFamiliesAtDoor, triedFamily, checkTyped } from './find-families.ts'
import { showWalkIn, walkIn } from './walk-in.ts'
import type { Labels, reprint as call, moveChild as moveChildCall } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { recordCustody } from './custody/record-custody.ts'
import { audit, confirmPassword, setSelfService } from '../../identity/index.ts'
import { lockRegistration, moveToClass } from '../events/index.ts'

/** Puts a child into another class of the event, also while it is checked in; answers its new label. Throws like `moveToClass`. */
async function moveChild(tx: Tx, desk: Desk, moving: Received<typeof moveChildCall>['body']): Promise<Labels> {
  const { tenantId, secretKey, custody: actor, enqueue, at } = desk
  const eventId = moving.eventId.toLowerCase()
  const [personId, classId] = [moving.personId.toLowerCase(), moving.classId.toLowerCase()]
  const moved = await moveToClass(tx, { tenantId, eventId, personId, classId, enqueue, at })
  const { registrationId, isElsewhere, checkedInAt } = moved
  const labels = await labelsOf(tx, { registrationId, personIds: [personId], at })
  if (isElsewhere && checkedInAt)
    await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
      { act: 'moved', actor, personId, registrationId, classId },
    ])
  return labels
}

type Locking = { caller: Caller; actor: Actor; at: Date }

/** From now on this session may do nothing but let families check themselves in. */
async function lockStation(tx: Tx, { caller, actor, at }: Locking): Promise<{ selfService: true }> {
  await setSelfService(tx, caller.sessionId, true)
  await audit(tx, caller.tenantId, actor, { act: 'station.locked', at })
  return { selfService: true }
}

/** The session may do again what its account may. Throws `wrong_credentials`, `too_many_tries`. */
async function unlockStation(
  context: Pick<AppContext, 'database'>,
  { caller, actor, at, password }: Locking & { password: string },
): Promise<{ selfService: false }> {
  await confirmPassword(context, caller, { password, at })
  await context.database.withTenant(caller.tenantId, async (tx) => {
    await setSelfService(tx, caller.sessionId, false)
    if (caller.selfService) await audit(tx, caller.tenantId, actor, { act: 'station.unlocked', at })
  })
  return { selfService: false }
}

/** The labels of a registration once more, with the same code; the custody log keeps that there are two. Throws `not_found`. */
async function reprint(
  tx: Tx,
  { tenantId, secretKey, custody: actor, at }: Desk,
  { registrationId, ...from }: Received<typeof call>['body'],
): Promise<Labels> {
  const registration = await lockRegistration(tx, registrationId)
  if (!registration) throw new ApiError('not_found')
  const labels = await labelsOf(tx, { registrationId, personIds: null, at })
  const { eventId } = registration
  const stationId = await stationOf(tx, from.stationId)
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    { act: 'labels_reprinted', actor, registrationId, stationId },
  ])
  return labels
}

export function stationRoutes(serve: Serve, context: AppContext): void {
  serve(calls.readStationDay, ({ transact, ...call }) => transact((tx) => readStationDay(tx, deskOf(context, call))))
  serve(calls.findFamilies, ({ body, transact, ...call }) => {
    checkTyped(body)
    const desk = deskOf(context, call)
    const look = () => transact((tx) => findFamiliesAtDoor(tx, desk, body))
    // Where everybody may stand, phone numbers are as good a thing to guess as codes.
    const isAttempt = body.code !== undefined || call.caller.selfService
    const trying = { caller: call.caller, ip: call.request.ip, at: call.at, family: triedFamily(desk, body) }
    return isAttempt ? tryCode(context, trying, { look, isFound: ({ families }) => families.length > 0 }) : look()
  })
  // Of a press only ids are remembered; names and codes are read for each answer.
  serve(calls.checkIn, async ({ body, transact, ...call }) => {
    const desk = deskOf(context, call)
    const checkedIn = await transact((tx) => checkIn(tx, desk, body))
    const { at, selfService } = desk
    return context.database.withTenant(desk.tenantId, (tx) => labelsOf(tx, { ...checkedIn, at, selfService }))
  })
  serve(walkIns.walkIn, async ({ body, transact, ...call }) => {
    const desk = deskOf(context, call)
    const walked = await transact((tx) => walkIn(tx, desk, body))
    return context.database.withTenant(desk.tenantId, (tx) => showWalkIn(tx, desk, body.eventId, walked))
  })
  serve(walkIns.completeFamily, ({ body, transact, ...call }) =>
    transact((tx) => completeFamily(tx, deskOf(context, call), body)),
  )
  serve(calls.reprint, ({ body, transact, ...call }) => transact((tx) => reprint(tx, deskOf(context, call), body)))
  serve(calls.moveChild, ({ body, transact, ...call }) => transact((tx) => moveChild(tx, deskOf(context, call), body)))
  serve(calls.lockStation, ({ transact, ...call }) => transact((tx) => lockStation(tx, call)))
  serve(calls.unlockStation, ({ body, ...call }) => unlockStation(context, { ...call, password: body.password }))
}
