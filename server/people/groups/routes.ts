import * as calls from '#contract/people/groups.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { writerOf } from '../persons/writer.ts'
import { createGroup } from './create-group.ts'
import { editGroup } from './edit-group.ts'
import { exportGroups } from './export-groups.ts'
import { listGroups } from './list-groups.ts'
import { removeGroup } from './remove-group.ts'

export function routes(serve: Serve, { database }: House): void {
  serve(calls.listGroups, ({ transact }) => transact(listGroups))
  serve(calls.exportGroups, async ({ caller: { tenantId }, actor, at, query }) =>
    exportGroups({ database, tenantId, actor, at }, query),
  )
  serve(calls.addGroup, ({ body, transact, ...call }) => transact((tx) => createGroup(tx, writerOf(call), body)))
  serve(calls.editGroup, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => editGroup(tx, writerOf(call), { id, body })),
  )
  serve(calls.removeGroup, ({ params: { id }, transact, ...call }) =>
    transact((tx) => removeGroup(tx, writerOf(call), id)),
  )
}
