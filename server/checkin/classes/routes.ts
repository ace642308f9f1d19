import * as calls from '#contract/checkin/classes.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { deskOf } from '../station/desk.ts'
import { listClasses } from './list-classes.ts'
import { countAdults, markSeen } from './mark-seen.ts'
import { pageParent } from './page-parent.ts'
import { readRoster } from './read-roster.ts'

export function classRoutes(serve: Serve, house: House): void {
  serve(calls.listClasses, ({ caller, at, transact }) =>
    transact((tx) => listClasses(tx, { timeZone: caller.church.timeZone, at })),
  )
  serve(calls.readRoster, ({ params, transact }) => transact((tx) => readRoster(tx, params.id)))
  serve(calls.markSeen, ({ params, body, caller, at, transact }) =>
    transact((tx) => markSeen(tx, { classId: params.id, ...body, accountId: caller.accountId, at })),
  )
  serve(calls.countAdults, ({ params, body, transact }) => transact((tx) => countAdults(tx, params.id, body.adults)))
  serve(calls.pageParent, ({ params, body, transact, ...call }) => {
    const { accountId, church } = call.caller
    const paging = { classId: params.id, personId: body.personId, accountId, churchName: church.name }
    return transact((tx) => pageParent(tx, deskOf(house, call), paging))
  })
}
