import { ApiFailure } from '../api/call.ts'
import type { TextId } from '../languages/index.ts'

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'ui.failed.networkText',
  timeout: 'ui.failed.networkText',
  not_allowed: 'ui.failed.notAllowedText',
  invalid_input: 'checkin.failure.invalidInput',
  not_found: 'checkin.failure.gone',
  in_class: 'checkin.failure.inClass',
  places_taken: 'checkin.failure.placesTaken',
  class_full: 'checkin.failure.classFull',
  class_removed: 'checkin.failure.classRemoved',
  not_today: 'checkin.failure.notToday',
  registration_closed: 'checkin.failure.registrationClosed',
  changed_meanwhile: 'checkin.failure.changedMeanwhile',
  too_many_tries: 'checkin.failure.aMomentAgo',
  unsupported_image: 'checkin.failure.unsupportedImage',
  too_large: 'checkin.failure.tooLarge',
  station_revoked: 'checkin.failure.stationRevoked',
  already_decided: 'checkin.failure.changedMeanwhile',
}

/** Why an act on events, classes or stations did not go through. */
export const failureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'ui.failed.serverText'

export const hasCode = (failure: unknown, code: ApiFailure['code']): boolean =>
  failure instanceof ApiFailure && failure.code === code

/** Fields that the server named, by dotted path, with what it said of each; empty for any other failure. */
export const fieldsOf = (failure: unknown, code: ApiFailure['code'] = 'invalid_input'): Record<string, string> =>
  failure instanceof ApiFailure && failure.code === code ? failure.fields : {}
