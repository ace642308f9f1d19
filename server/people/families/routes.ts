import * as calls from '#contract/people/families.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { writerOf } from '../persons/writer.ts'
import { addFamily } from './add-family.ts'
import { editFamily } from './edit-family.ts'
import { exportFamilies } from './export-families.ts'
import { listFamilies } from './list-families.ts'
import { readFamily } from './read-family.ts'
import { removeFamily } from './remove-family.ts'

export function routes(serve: Serve, { database }: House): void {
  serve(calls.listFamilies, ({ query, transact }) => transact((tx) => listFamilies(tx, query)))
  serve(calls.exportFamilies, async ({ caller: { tenantId }, actor, at, query }) =>
    exportFamilies({ database, tenantId, actor, at }, query),
  )
  serve(calls.readFamily, ({ params, transact }) => transact((tx) => readFamily(tx, params.id)))
  serve(calls.addFamily, ({ body, transact, ...call }) => transact((tx) => addFamily(tx, writerOf(call), body)))
  serve(calls.editFamily, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => editFamily(tx, writerOf(call), { id, body })),
  )
  serve(calls.removeFamily, ({ params: { id }, transact, ...call }) =>
    transact((tx) => removeFamily(tx, writerOf(call), id)),
  )
}
