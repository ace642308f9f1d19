import type { ImportField, ImportFile, ImportOutcome, ImportReason, ImportSubject } from '#contract/people/imports.ts'
import type { TextId } from '../../languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'
import { ApiFailure, type FailureCode } from '../../api/call.ts'

export type ImportState = ImportFile['state']

/** Where an import stands, in a word, and the look of its badge. */
export const stateWords: Record<ImportState, { word: TextId; tone: Tone }> = {
  uploaded: { word: 'people.import.stateUploaded', tone: 'neutral' },
  checking: { word: 'people.import.stateChecking', tone: 'warn' },
  checked: { word: 'people.import.stateChecked', tone: 'info' },
  applying: { word: 'people.import.stateApplying', tone: 'warn' },
  applied: { word: 'people.import.stateApplied', tone: 'ok' },
  undoing: { word: 'people.import.stateUndoing', tone: 'warn' },
  undone: { word: 'people.import.stateUndone', tone: 'neutral' },
  failed: { word: 'people.import.stateFailed', tone: 'bad' },
}

/** All that can happen to a row, in the order of the figures; `done` once it has happened. */
export const outcomes = ['add', 'update', 'same', 'skip', 'broken'] as const satisfies readonly ImportOutcome[]
export const outcomeWords: Record<ImportOutcome, { word: TextId; done: TextId; tone: Tone }> = {
  add: { word: 'people.import.add', done: 'people.import.added', tone: 'ok' },
  update: { word: 'people.import.update', done: 'people.import.updated', tone: 'info' },
  same: { word: 'people.import.same', done: 'people.import.same', tone: 'neutral' },
  skip: { word: 'people.import.skip', done: 'people.import.skipped', tone: 'neutral' },
  broken: { word: 'people.import.broken', done: 'people.import.broken', tone: 'bad' },
}

/** What a column can be, as the list of choices has them. */
export const fieldGroups: readonly { title: TextId; fields: readonly ImportField[] }[] = [
  { title: 'people.import.fieldsName', fields: ['firstName', 'lastName', 'fullName'] },
  { title: 'people.import.fieldsReach', fields: ['phone', 'email', 'address'] },
  { title: 'people.import.fieldsChurch', fields: ['kind', 'group', 'joinedOn'] },
  {
    title: 'people.import.fieldsPerson',
    fields: ['gender', 'maritalStatus', 'birthday', 'birthDay', 'birthMonth', 'birthYear'],
  },
]
export const fieldWords: Record<ImportField, TextId> = {
  firstName: 'people.import.firstName',
  lastName: 'people.import.lastName',
  fullName: 'people.import.fullName',
  phone: 'people.import.phone',
  email: 'people.import.email',
  kind: 'people.import.kind',
  gender: 'people.import.gender',
  maritalStatus: 'people.import.maritalStatus',
  birthday: 'people.import.birthday',
  birthDay: 'people.import.birthDay',
  birthMonth: 'people.import.birthMonth',
  birthYear: 'people.import.birthYear',
  address: 'people.import.address',
  joinedOn: 'people.import.joinedOn',
  group: 'people.import.group',
}

const isField = (name: string): name is ImportField => Object.hasOwn(fieldWords, name)
/** What changes of somebody who is there already. */
export const changeWord = (name: string): TextId | undefined =>
  isField(name) ? fieldWords[name] : name === 'groups' ? 'people.import.group' : undefined

export const subjects = [
  'name',
  'phone',
  'email',
  'date',
  'words',
  'text',
  'group',
  'twice',
  'there',
] as const satisfies readonly ImportSubject[]
/** What could not be taken, for a summary of the file. */
export const subjectWords: Record<ImportSubject, TextId> = {
  name: 'people.import.aboutName',
  phone: 'people.import.aboutPhone',
  email: 'people.import.aboutEmail',
  date: 'people.import.aboutDate',
  words: 'people.import.aboutWords',
  text: 'people.import.aboutText',
  group: 'people.import.aboutGroup',
  twice: 'people.import.aboutTwice',
  there: 'people.import.aboutThere',
}

/** How rows come of which such a value could not be taken. */
export const withoutWords: Partial<Record<ImportSubject, TextId>> = {
  phone: 'people.import.withoutPhone',
  email: 'people.import.withoutEmail',
  date: 'people.import.withoutDate',
  group: 'people.import.withoutGroup',
}

/** Why a row, or a value of it, cannot be taken as it is. */
export const reasonWords: Record<ImportReason, TextId> = {
  no_name: 'people.import.noName',
  phone_empty: 'people.import.phoneEmpty',
  phone_not_a_number: 'people.import.phoneNotANumber',
  phone_scientific_notation: 'people.import.phoneShortened',
  phone_too_short: 'people.import.phoneTooShort',
  phone_too_long: 'people.import.phoneTooLong',
  phone_not_valid_here: 'people.import.phoneNotValidHere',
  email_not_valid: 'people.import.emailNotValid',
  date_not_valid: 'people.import.dateNotValid',
  date_in_future: 'people.import.dateInFuture',
  kind_unknown: 'people.import.kindUnknown',
  gender_unknown: 'people.import.genderUnknown',
  marital_status_unknown: 'people.import.maritalStatusUnknown',
  address_too_long: 'people.import.addressTooLong',
  name_too_long: 'people.import.nameTooLong',
  unreadable_text: 'people.import.unreadableText',
  too_many_groups: 'people.import.tooManyGroups',
  group_unknown: 'people.import.groupUnknown',
  twice_in_file: 'people.import.twiceInFile',
  already_there: 'people.import.alreadyThere',
  several_already_there: 'people.import.severalThere',
  archived_already_there: 'people.import.archivedThere',
  text_cut: 'people.import.textCut',
  other_phones_left_out: 'people.import.otherPhonesLeftOut',
}

const words: Partial<Record<FailureCode, TextId>> = {
  unreadable_file: 'people.import.fileUnreadable',
  unsupported_media_type: 'people.import.fileUnreadable',
  invalid_input: 'people.import.fileUnreadable',
  too_many_rows: 'people.import.fileTooManyRows',
  too_large: 'people.import.fileTooLarge',
  too_many_tries: 'people.import.fileTooMany',
  network: 'people.import.noNetwork',
  timeout: 'people.import.noNetwork',
}

/** Why a file was not taken. */
export const uploadFailureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && words[failure.code]) || 'people.import.fileOther'

const actWords: Partial<Record<FailureCode, TextId>> = {
  wrong_import_state: 'people.import.movedOn',
  no_name_column: 'people.import.nameMissing',
  beyond_largest_plan: 'people.failure.beyondLargest',
  not_undoable: 'people.import.tooLateToUndo',
  network: 'people.import.noNetwork',
  timeout: 'people.import.noNetwork',
}

/** Why an act on an import did not succeed. */
export const actFailureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && actWords[failure.code]) || 'people.import.actFailed'

export const hasMovedOn = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === 'wrong_import_state'
