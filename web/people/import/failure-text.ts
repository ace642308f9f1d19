import { ApiFailure, type FailureCode } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

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
