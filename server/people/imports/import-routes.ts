import * as calls from '#contract/people/imports.ts'
import { clientGone, type Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { writerOf } from '../persons/writer.ts'
import { applyImport, pressedBy } from './apply-import.ts'
import { discardImport } from './discard-import.ts'
import { exportImportRows } from './export-import-rows.ts'
import { listImportRows, summariseImport } from './list-import-rows.ts'
import { planImport } from './plan-import.ts'
import { listImports, readImport } from './read-import.ts'
import { undoImport } from './undo-import.ts'
import { uploadImport } from './upload-import.ts'

/** Files of people: upload, mapping, dry run, import, undo. */
export function importRoutes(serve: Serve, { database, enqueue }: House): void {
  serve(calls.uploadImport, (call) => uploadImport({ ...call, gone: clientGone(call.reply) }))

  serve(calls.planImport, ({ params, body, transact, ...call }) =>
    transact((tx) => planImport(tx, { ...writerOf(call), enqueue }, { id: params.id, plan: body })),
  )

  serve(calls.readImport, ({ params, at, transact }) => transact((tx) => readImport(tx, params.id, at)))

  serve(calls.listImports, ({ query, at, transact }) => transact((tx) => listImports(tx, query, at)))

  serve(calls.listImportRows, ({ params, query, transact }) => transact((tx) => listImportRows(tx, params.id, query)))

  serve(calls.summariseImport, ({ params, transact }) => transact((tx) => summariseImport(tx, params.id)))

  serve(calls.exportImportRows, ({ params, query, ...call }) =>
    exportImportRows(database, writerOf(call), { id: params.id, query }),
  )

  serve(calls.applyImport, ({ params, transact, ...call }) =>
    transact((tx) => applyImport(tx, pressedBy(writerOf(call), call.caller, enqueue), params.id)),
  )

  serve(calls.undoImport, ({ params, transact, ...call }) =>
    transact((tx) => undoImport(tx, pressedBy(writerOf(call), call.caller, enqueue), params.id)),
  )

  serve(calls.discardImport, ({ params, transact }) => transact((tx) => discardImport(tx, params.id)))
}
