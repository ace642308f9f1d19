import { ApiFailure } from '../api/call.ts'
import type { TextId } from '../languages/index.ts'

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'ui.failed.networkText',
  timeout: 'ui.failed.networkText',
  not_allowed: 'ui.failed.notAllowedText',
  invalid_input: 'people.failure.invalidInput',
  not_found: 'people.failure.gone',
  has_account: 'people.failure.hasAccount',
  already_merged: 'people.failure.alreadyMerged',
  registered_now: 'people.failure.registeredNow',
  in_class: 'people.failure.inClass',
  not_undoable: 'people.failure.notUndoable',
  changed_meanwhile: 'people.failure.changedMeanwhile',
  beyond_largest_plan: 'people.failure.beyondLargest',
  too_many_people: 'people.failure.tooManyPeople',
  archived: 'people.failure.archived',
  unsupported_image: 'people.failure.unsupportedImage',
  too_large: 'people.failure.tooLarge',
}

/** Why an act on people, families or groups did not go through. */
export const failureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'ui.failed.serverText'

export const hasCode = (failure: unknown, code: ApiFailure['code']): boolean =>
  failure instanceof ApiFailure && failure.code === code

/** Names of the fields that the server found wrong. */
export const faultsOf = (failure: unknown): ReadonlySet<string> =>
  new Set(failure instanceof ApiFailure && failure.code === 'invalid_input' ? Object.keys(failure.fields) : [])
