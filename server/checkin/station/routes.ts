import * as calls from '#contract/checkin/station.ts'
import * as walkIns from '#contract/checkin/walk-in.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { checkIn } from './check-in.ts'
import { tryCode } from './code-tries.ts'
import { completeFamily } from './complete-family.ts'
import { deskOf } from './desk.ts'
import { findFamiliesAtDoor, guessedFamily } from './find-families.ts'
import { labelsOf } from './labels.ts'
import { lockStation, unlockStation } from './lock-station.ts'
import { checkTyped } from './look-for.ts'
import { moveChild } from './move-child.ts'
import { readStationDay } from './read-station-day.ts'
import { reprint } from './reprint.ts'
import { showWalkIn, walkIn } from './walk-in.ts'

export function stationRoutes(serve: Serve, house: House): void {
  serve(calls.readStationDay, ({ transact, ...call }) => transact((tx) => readStationDay(tx, deskOf(house, call))))
  serve(calls.findFamilies, ({ body, transact, ...call }) => {
    checkTyped(body)
    const desk = deskOf(house, call)
    const look = () => transact((tx) => findFamiliesAtDoor(tx, desk, body))
    // Where everybody may stand, phone numbers are as good a thing to guess as codes.
    const isGuess = body.code !== undefined || call.caller.selfService
    const trying = { caller: call.caller, ip: call.request.ip, at: call.at, family: guessedFamily(desk, body) }
    return isGuess ? tryCode(house, trying, { look, isFound: ({ families }) => families.length > 0 }) : look()
  })
  // Of a press only ids are remembered; names and codes are read for each answer.
  serve(calls.checkIn, async ({ body, transact, ...call }) => {
    const desk = deskOf(house, call)
    const checkedIn = await transact((tx) => checkIn(tx, desk, body))
    const { at, selfService } = desk
    return house.database.withTenant(desk.tenantId, (tx) => labelsOf(tx, { ...checkedIn, at, selfService }))
  })
  serve(walkIns.walkIn, async ({ body, transact, ...call }) => {
    const desk = deskOf(house, call)
    const walked = await transact((tx) => walkIn(tx, desk, body))
    return house.database.withTenant(desk.tenantId, (tx) => showWalkIn(tx, desk, body.eventId, walked))
  })
  serve(walkIns.completeFamily, ({ body, transact, ...call }) =>
    transact((tx) => completeFamily(tx, deskOf(house, call), body)),
  )
  serve(calls.reprint, ({ body, transact, ...call }) => transact((tx) => reprint(tx, deskOf(house, call), body)))
  serve(calls.moveChild, ({ body, transact, ...call }) => transact((tx) => moveChild(tx, deskOf(house, call), body)))
  serve(calls.lockStation, ({ transact, ...call }) => transact((tx) => lockStation(tx, call)))
  serve(calls.unlockStation, ({ body, ...call }) => unlockStation(house, { ...call, password: body.password }))
}
