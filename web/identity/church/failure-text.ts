import { ApiFailure } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'ui.failed.networkText',
  timeout: 'ui.failed.networkText',
  not_allowed: 'ui.failed.notAllowedText',
  invalid_input: 'identity.failure.invalidInput',
  too_many_tries: 'identity.failure.tooManyTries',
  weak_password: 'identity.failure.weakPassword',
  wrong_credentials: 'ui.factor.wrongPassword',
  slug_taken: 'identity.church.slugTaken',
  unsupported_image: 'identity.church.unreadable',
  too_large: 'identity.church.tooLarge',
  last_owner: 'identity.staff.lastOwner',
  email_taken: 'identity.staff.emailTaken',
  not_found: 'identity.staff.gone',
}

/** Why an act on the church, its staff or one's own account did not go through. */
export const failureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'ui.failed.serverText'

export const hasCode = (failure: unknown, code: ApiFailure['code']): boolean =>
  failure instanceof ApiFailure && failure.code === code
