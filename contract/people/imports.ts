import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { personKind } from './persons.ts'

export const IMPORT_MAX_BYTES = 16 * 1024 * 1024
export const IMPORT_MAX_ROWS = 100_000
/** Days that an applied import can be undone, and that an unapplied one is kept. */
export const IMPORT_DAYS = 30

/** What a column of a file can be. `fullName` is split; `birthday` is a whole date; `group` may name several, by `;`. */
export const importField = z.enum([
  'firstName',
  'lastName',
  'fullName',
  'phone',
  'email',
  'kind',
  'gender',
  'maritalStatus',
  'birthday',
  'birthDay',
  'birthMonth',
  'birthYear',
  'address',
  'joinedOn',
  'group',
])
export type ImportField = z.infer<typeof importField>

export const importState = z.enum([
  'uploaded',
  'checking',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
])
export const importOutcome = z.enum(['add', 'update', 'same', 'skip', 'broken'])
export type ImportOutcome = z.infer<typeof importOutcome>

/** Why a row is broken or skipped, or what of it was left out. */
export const importReason = z.enum([
  'no_name',
  'phone_empty',
  'phone_not_a_number',
  'phone_scientific_notation',
  'phone_too_short',
  'phone_too_long',
  'phone_not_valid_here',
  'email_not_valid',
  'date_not_valid',
  'date_in_future',
  'kind_unknown',
  'gender_unknown',
  'marital_status_unknown',
  'address_too_long',
  'name_too_long',
  'unreadable_text',
  'too_many_groups',
  /** The church has no such group and none is to be made: the person comes without it. */
  'group_unknown',
  'twice_in_file',
  'already_there',
  'several_already_there',
  'archived_already_there',
  /** A cell with more than 1,000 characters: what follows is left out, the row is taken. */
  'text_cut',
  /** Of several phones in one cell the first that can be reached is taken. */
  'other_phones_left_out',
])
export type ImportReason = z.infer<typeof importReason>

/** What the reasons are about, for a summary of a file: one line each. */
export const importSubject = z.enum(['name', 'phone', 'email', 'date', 'words', 'text', 'group', 'twice', 'there'])
export type ImportSubject = z.infer<typeof importSubject>
export const subjectOf: Record<ImportReason, ImportSubject> = {
  no_name: 'name',
  name_too_long: 'name',
  phone_empty: 'phone',
  phone_not_a_number: 'phone',
  phone_scientific_notation: 'phone',
  phone_too_short: 'phone',
  phone_too_long: 'phone',
  phone_not_valid_here: 'phone',
  other_phones_left_out: 'phone',
  email_not_valid: 'email',
  date_not_valid: 'date',
  date_in_future: 'date',
  kind_unknown: 'words',
  gender_unknown: 'words',
  marital_status_unknown: 'words',
  address_too_long: 'text',
  unreadable_text: 'text',
  text_cut: 'text',
  too_many_groups: 'group',
  group_unknown: 'group',
  twice_in_file: 'twice',
  already_there: 'there',
  several_already_there: 'there',
  archived_already_there: 'there',
}

export const importPlan = z.object({
  /** For each column of the file its field; null: left out. A field stands for one column only. */
  fields: z.array(z.nullable(importField)).check(z.maxLength(200)),
  /** State of people where the file says none. */
  kind: personKind,
  /** Everybody is added to this group too. */
  groupId: z.nullable(id),
  /** Groups of the file that the church does not have are made. */
  makeGroups: z.boolean(),
  /** How days of birth and joining are written, where it could be either way. */
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']),
  /** With people who are there already (same phone or e-mail, and a name that fits): leave, or fill and change them. */
  whenThere: z.enum(['skip', 'update']),
  /** A row with a broken value: left out whole, or taken without the value (a row without a name never). */
  whenBroken: z.enum(['leave_row', 'leave_value']),
})
export type ImportPlan = z.infer<typeof importPlan>

export const importFile = z.object({
  id,
  fileName: z.string(),
  uploadedAt: z.string(),
  uploadedBy: z.string(),
  rows: z.int(),
  state: importState,
  /** For `failed`: what it was about. Applying goes on with `applyImport`, undoing with `undoImport`. */
  failedStep: z.nullable(z.enum(['checking', 'applying', 'undoing'])),
  /** Rows done in the present step. */
  done: z.int(),
  /** Samples only until it is applied: they are people's data. */
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()), suggested: z.nullable(importField) })),
  plan: z.nullable(importPlan),
  /** Rows by what will happen, or has happened, to them. A row may still turn from `add` to `skip` when it is applied. */
  figures: z.object({ add: z.int(), update: z.int(), same: z.int(), skip: z.int(), broken: z.int() }),
  /**
   * People that there would be, how many the plan allows, and the largest one that could be chosen; `fits`: the smallest plan
   * for so many, null where none is needed or none is large enough.
   */
  capacity: z.object({
    after: z.int(),
    membershipSize: z.int(),
    most: z.int(),
    fits: z.nullable(z.object({ name: z.string(), membershipSize: z.int() })),
  }),
  appliedAt: z.nullable(z.string()),
  /** Until when it can be undone; null: not (any more). */
  undoUntil: z.nullable(z.string()),
  /** How many people an undo left alone, because somebody has changed them since. */
  kept: z.int(),
})
export type ImportFile = z.infer<typeof importFile>

export const uploadImport = endpoint({
  method: 'POST',
  path: '/api/people/imports',
  access: { ability: 'people.write' },
  summary: 'Upload a file of people: CSV, TXT or XLSX; any delimiter and usual encoding, 100,000 rows at most',
  multipart: { field: 'peopleFile', maxBytes: IMPORT_MAX_BYTES },
  response: importFile,
  errors: ['invalid_input', 'unreadable_file', 'too_many_rows', 'too_large', 'too_many_tries'],
})

/** Starts the dry run: nothing of the people changes. May be asked again with another plan until it is applied. */
export const planImport = endpoint({
  method: 'PUT',
  path: '/api/people/imports/{id}/plan',
  access: { ability: 'people.write' },
  summary: 'Say what the columns are and check every row',
  params: idParams,
  body: importPlan,
  response: importFile,
  errors: ['invalid_input', 'not_found', 'no_name_column', 'wrong_import_state'],
})

export const readImport = endpoint({
  method: 'GET',
  path: '/api/people/imports/{id}',
  access: { ability: 'people.write', whileGated: true },
  summary: 'Where an import stands',
  params: idParams,
  response: importFile,
  errors: ['invalid_input', 'not_found'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/people/imports',
  access: { ability: 'people.write', whileGated: true },
  summary: 'Imports of the church, the newest first',
  query: z.object(pageQuery),
  response: pageOf(importFile),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const importRow = z.object({
  /** As the spreadsheet numbers it; the heading is row 1. */
  row: z.int(),
  outcome: importOutcome,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The person who is there already or was added. */
  personId: z.nullable(id),
  /** For `update`: the fields that change. */
  changes: z.array(z.string()),
  notes: z.array(z.object({ column: z.nullable(z.string()), reason: importReason, value: z.nullable(z.string()) })),
})
export type ImportRow = z.infer<typeof importRow>

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/people/imports/{id}/rows',
  access: { ability: 'people.write' },
  summary: 'What will happen, row by row',
  params: idParams,
  query: z.object({
    cursor: pageQuery.cursor,
    limit: pageQuery.limit,
    outcome: z.optional(importOutcome),
    /** Only rows with something to note. */
    noted: z.optional(z.enum(['yes'])),
    /** Only rows with something to note about this. */
    about: z.optional(importSubject),
  }),
  response: pageOf(importRow),
  errors: ['invalid_input', 'not_found', 'invalid_cursor', 'wrong_import_state'],
})

/** What there is to note in how many rows, the most first: once for rows that come, once for those that are left out. */
export const summariseImport = endpoint({
  method: 'GET',
  path: '/api/people/imports/{id}/reasons',
  access: { ability: 'people.write' },
  summary: 'Why values or rows are left out, and of how many rows',
  params: idParams,
  response: z.array(z.object({ about: importSubject, isLeftOut: z.boolean(), rows: z.int() })),
  errors: ['invalid_input', 'not_found', 'wrong_import_state'],
})

/** The rows of the file as they were, with a last column that says what is wrong: to correct and upload again. */
export const exportImportRows = endpoint({
  method: 'GET',
  path: '/api/people/imports/{id}/rows/export',
  access: { ability: 'people.write' },
  summary: 'Rows of the import as a file',
  params: idParams,
  query: z.object({
    outcome: z.optional(importOutcome),
    /** Only rows with something to note. */
    noted: z.optional(z.enum(['yes'])),
    about: z.optional(importSubject),
    ...exportQuery,
  }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found', 'wrong_import_state', 'too_many_for_format', 'busy'],
})

/** Goes on in the background; `readImport` tells how far. Applied once, whatever is pressed. */
export const applyImport = endpoint({
  method: 'POST',
  path: '/api/people/imports/{id}/apply',
  access: { ability: 'people.write' },
  summary: 'Do what the dry run showed',
  params: idParams,
  response: importFile,
  errors: ['invalid_input', 'not_found', 'wrong_import_state', 'beyond_largest_plan'],
})

/** Takes out who was added and sets back who was changed; people whom somebody has changed since stay as they are. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/people/imports/{id}/undo',
  access: { ability: 'people.write', whileGated: true },
  summary: 'Undo an import',
  params: idParams,
  response: importFile,
  errors: ['invalid_input', 'not_found', 'wrong_import_state', 'not_undoable'],
})

/** Only one that was not applied. */
export const discardImport = endpoint({
  method: 'DELETE',
  path: '/api/people/imports/{id}',
  access: { ability: 'people.write' },
  summary: 'Throw an upload away',
  params: idParams,
  response: z.object({ discarded: z.literal(true) }),
  errors: ['invalid_input', 'not_found', 'wrong_import_state'],
})
