import * as calls from '#contract/checkin/guardians.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { deskOf } from '../station/desk.ts'
import { addGuardian } from './add-guardian.ts'
import { listFamilyGrants, setGrantOfChurch } from './church-grants.ts'
import { editGuardian } from './edit-guardian.ts'
import { listGuardians } from './own-guardians.ts'

export function guardianRoutes(serve: Serve, house: House): void {
  serve(calls.listGuardians, ({ transact, ...asking }) => transact((tx) => listGuardians(tx, asking)))
  serve(calls.addGuardian, ({ body, transact, ...writing }) => transact((tx) => addGuardian(tx, writing, body)))
  serve(calls.editGuardian, ({ params, body, transact, ...writing }) =>
    transact((tx) => editGuardian(tx, writing, { personId: params.id, body })),
  )
  serve(calls.listFamilyGrants, ({ params, transact, ...call }) =>
    transact((tx) => listFamilyGrants(tx, deskOf(house, call), params.id)),
  )
  serve(calls.setFamilyGrant, ({ params, body, transact, ...call }) =>
    transact((tx) => setGrantOfChurch(tx, deskOf(house, call), { params, body })),
  )
}
