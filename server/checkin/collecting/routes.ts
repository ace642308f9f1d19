import * as calls from '#contract/checkin/station.ts'
import { confirmColleague } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Serve } from '#server/platform/http/index.ts'
import { tryCode } from '../station/code-tries.ts'
import { deskOf, pressedDeskOf } from '../station/desk.ts'
import { checkTyped } from '../station/look-for.ts'
import { checkOut, keepingRefusals } from './check-out.ts'
import { lookAtCollection } from './look-at-collection.ts'
import { overrideCheckOut, refuseUnknown } from './override-check-out.ts'

export function collectingRoutes(serve: Serve, house: House): void {
  serve(calls.lookAtCollection, async ({ body, transact, ...call }) => {
    checkTyped(body)
    const look = () => transact((tx) => lookAtCollection(tx, deskOf(house, call), body).then((found) => ({ found })))
    const trying = { caller: call.caller, ip: call.request.ip, at: call.at }
    return body.code === undefined ? look() : tryCode(house, trying, { look, isFound: ({ found }) => found.length > 0 })
  })
  serve(calls.checkOut, ({ body, transact, ...call }) => {
    const desk = pressedDeskOf(house, call)
    const trying = { caller: call.caller, ip: call.request.ip, at: call.at }
    const look = () => transact((tx) => checkOut(tx, desk, body))
    return keepingRefusals(house, desk, body, () => tryCode(house, trying, { look }))
  })
  serve(calls.overrideCheckOut, ({ body: { second, ...body }, transact, ...call }) => {
    const desk = deskOf(house, call)
    return keepingRefusals(house, desk, body, async () => {
      await transact((tx) => refuseUnknown(tx, body, call.at))
      const confirming = { ...second, ability: 'checkin.desk', at: call.at } as const
      const secondId = await confirmColleague(house, call.caller, confirming)
      if (!secondId) throw new ApiError('second_person')
      return transact((tx) => overrideCheckOut(tx, desk, { ...body, secondId }))
    })
  })
}
