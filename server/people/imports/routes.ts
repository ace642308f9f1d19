import { exportChurchList, audit } from '../../identity/index.ts'
import * as calls from '#contract/people/imports.ts'
import { clientGone, type Serve, ApiError, type Caller, type Download } from '../../platform/http/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { writerOf, type Writer } from '../writing/index.ts'
import {
  listImportRows,
  summariseImport,
  checkedImport,
  listImports,
  readImport,
  holdImport,
  undoUntil,
} from './read-import.ts'
import { uploadImport } from './upload-import.ts'
import type { Tx, Database } from '../../platform/database/index.ts'
import { deleteImport, beginUndoing, beginChecking, type StoredImport, beginApplying } from './import-store.ts'
import type {
  ImportFile,
  ImportField,
  ImportPlan,
  exportImportRows as call,
  ImportReason,
} from '#contract/people/imports.ts'
import { importStepJob } from './import-workers.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { lockGroups } from '../groups/index.ts'
import { refuseBeyondLargest } from '../persons/index.ts'
import type { Received } from '#contract/endpoint.ts'
import { cursorPages, type ExportColumn } from '../../platform/exports/index.ts'
import { columnName } from './read-table.ts'
import { exportedRows, type ExportedRow } from './row-store.ts'
import type { RowNote } from './check-row.ts'

const words: Record<ImportReason, string> = {
  no_name: 'No name',
  phone_empty: 'No phone number',
  phone_not_a_number: 'Not a phone number',
  phone_scientific_notation: 'The spreadsheet shortened this number. Enter it again as text',
  phone_too_short: 'The phone number is too short',
  phone_too_long: 'The phone number is too long',
  phone_not_valid_here: 'Not a valid phone number',
  email_not_valid: 'Not a valid email',
  date_not_valid: 'Not a valid date',
  date_in_future: 'This date is in the future',
  kind_unknown: 'Use member, first-timer or new convert',
  gender_unknown: 'Use male or female',
  marital_status_unknown: 'Use single, married, divorced, separated or widowed',
  address_too_long: 'The address is too long',
  name_too_long: 'The name is too long',
  unreadable_text: 'Some characters could not be read',
  too_many_groups: 'Too many groups',
  group_unknown: 'Your church does not have this group',
  twice_in_file: 'This person is already in an earlier row',
  already_there: 'You already have this person',
  several_already_there: 'Several people match this row',
  archived_already_there: 'This person is archived',
  text_cut: 'The text is too long and was shortened',
  other_phones_left_out: 'Several phone numbers; only the first valid one is used',
}

/** What is wrong with a row, for somebody who corrects the file. */
const sayNotes = (notes: readonly RowNote[]): string =>
  notes.map(({ column, reason, value }) => `${column ? `${column}: ` : ''}${words[reason]}${shown(value)}`).join('; ')

const shown = (value: string | null): string => (value ? ` (${value.replace(/\s+/g, ' ')})` : '')

const LIST = 'people-import'

/** The rows as they were, with a last column that says what is wrong: to correct and upload again. */
async function exportImportRows(
  database: Database,
  { tenantId, actor, at }: Writer,
  { id, query }: { id: string; query: Received<typeof call>['query'] },
): Promise<Download> {
  const file = await database.withTenant(tenantId, (tx) => checkedImport(tx, id))
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: LIST,
    columns: columnsOf(file),
    pages: (tx) => cursorPages(tx, exportedRows({ importId: id, ...query, noted: query.noted === 'yes' })),
    at,
  })
}

const columnsOf = ({ columns }: StoredImport): ExportColumn<ExportedRow>[] => [
  ...columns.map((_, index) => ({
    id: `column-${index + 1}`,
    heading: columnName(columns, index),
    value: ({ cells }: ExportedRow) => cells[index] ?? '',
  })),
  { id: 'wrong', heading: 'What is wrong', value: ({ notes }) => sayNotes(notes) },
]

type ImportActor = Writer & { accountId: string; enqueue: Enqueue }

/** Who presses, and what is to go on in the background. */
const importActorOf = (writer: Writer, { accountId }: Caller, enqueue: Enqueue): ImportActor => ({
  ...writer,
  accountId,
  enqueue,
})

/**
 * Has the checked rows written, in the background. More people than the plan allows are let in, which starts the days of grace;
 * more than the largest plan allows are not: `beyond_largest_plan`. A second press answers how far the first has got. What failed in the middle goes on where it stopped; of
 * what failed while it was undone nothing is applied again.
 */
async function applyImport(tx: Tx, by: ImportActor, id: string): Promise<ImportFile> {
  const { tenantId, accountId, actor, at } = by
  const file = await holdImport(tx, id)
  if (file.state === 'applying' || file.state === 'applied') return readImport(tx, id, at)
  if (!isApplicable(file)) throw new ApiError('wrong_import_state')
  await refuseBeyondLargest(tx, file.toAdd - file.added)
  await beginApplying(tx, id, { by: accountId, at })
  await by.enqueue(tx, importStepJob, { tenantId, importId: id, step: file.step + 1 })
  const details = { rows: file.rows, add: file.toAdd, update: file.toUpdate }
  await audit(tx, tenantId, actor, { act: 'people.imported', subjectId: id, details, at })
  return readImport(tx, id, at)
}

const isApplicable = ({ state, failedStep }: StoredImport): boolean =>
  state === 'checked' || (state === 'failed' && failedStep === 'applying')

const NAMES: (ImportField | null)[] = ['firstName', 'lastName', 'fullName']

/**
 * Starts the dry run, also while another one is at work, which then ends by itself. Throws `not_found` for an unknown
 * import or group, `no_name_column`, `invalid_input`, and `wrong_import_state` once it has been applied.
 */
async function planImport(
  tx: Tx,
  { tenantId, at, enqueue }: Pick<Writer, 'tenantId' | 'at'> & { enqueue: Enqueue },
  { id, plan }: { id: string; plan: ImportPlan },
): Promise<ImportFile> {
  const file = await holdImport(tx, id)
  checkPlan(plan, file)
  if (file.appliedAt || file.forgottenAt) throw new ApiError('wrong_import_state')
  if (plan.groupId && (await lockGroups(tx, [plan.groupId])) === 0) throw new ApiError('not_found')
  await beginChecking(tx, id, plan)
  await enqueue(tx, importStepJob, { tenantId, importId: id, step: file.step + 1 })
  return readImport(tx, id, at)
}

function checkPlan({ fields }: ImportPlan, { columns }: StoredImport): void {
  if (fields.length !== columns.length) throw refused('One field for each column of the file.')
  const chosen = fields.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) throw refused('Each field for one column only.')
  if (!fields.some((field) => field !== null && NAMES.includes(field))) throw new ApiError('no_name_column')
}

const refused = (message: string): ApiError => new ApiError('invalid_input', { fields: { fields: message } })

/**
 * Takes an applied import back, in the background. A second press answers how far the first has got. Throws
 * `wrong_import_state` for what was not applied, `not_undoable` when it was too long ago.
 */
async function undoImport(tx: Tx, by: ImportActor, id: string): Promise<ImportFile> {
  const { tenantId, actor, at } = by
  const file = await holdImport(tx, id)
  if (file.state === 'undoing' || file.state === 'undone') return readImport(tx, id, at)
  if (!file.appliedAt || file.state === 'applying') throw new ApiError('wrong_import_state')
  if (!undoUntil(file, at) || file.forgottenAt) throw new ApiError('not_undoable')
  await beginUndoing(tx, id)
  await by.enqueue(tx, importStepJob, { tenantId, importId: id, step: file.step + 1 })
  const details = { added: file.added, updated: file.toUpdate }
  await audit(tx, tenantId, actor, { act: 'people.import_undone', subjectId: id, details, at })
  return readImport(tx, id, at)
}

/** Throws an upload away with its rows. Throws `wrong_import_state` when it was applied: then it can be undone. */
async function discardImport(tx: Tx, id: string): Promise<{ discarded: true }> {
  const { appliedAt } = await holdImport(tx, id)
  if (appliedAt) throw new ApiError('wrong_import_state')
  await deleteImport(tx, id)
  return { discarded: true }
}

/** Files of people: upload, mapping, dry run, import, undo. */
export function routes(serve: Serve, { database, enqueue }: AppContext): void {
  serve(calls.uploadImport, (call) => uploadImport({ ...call, database, gone: clientGone(call.reply) }))

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
    transact((tx) => applyImport(tx, importActorOf(writerOf(call), call.caller, enqueue), params.id)),
  )

  serve(calls.undoImport, ({ params, transact, ...call }) =>
    transact((tx) => undoImport(tx, importActorOf(writerOf(call), call.caller, enqueue), params.id)),
  )

  serve(calls.discardImport, ({ params, transact }) => transact((tx) => discardImport(tx, params.id)))
}
