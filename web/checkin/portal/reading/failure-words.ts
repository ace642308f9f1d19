import { ApiFailure, type FailureCode } from '../../../api/call.ts'
import type { TextId, Translate } from '../../../languages/index.ts'

const words: Partial<Record<FailureCode, TextId>> = {
  network: 'portal.failure.network',
  timeout: 'portal.failure.network',
  too_many_tries: 'portal.failure.tries',
  weak_password: 'portal.failure.password',
  wrong_credentials: 'portal.failure.credentials',
  wrong_code: 'portal.failure.code',
  invalid_input: 'portal.failure.input',
  subscription_expired: 'portal.failure.shut',
  member_capacity_exceeded: 'portal.failure.shut',
  unsupported_image: 'portal.failure.picture',
  too_large: 'portal.failure.picture',
  in_class: 'portal.failure.inClass',
  own_family: 'portal.failure.oneself',
  family_full: 'portal.failure.familyFull',
  set_by_church: 'portal.failure.byChurch',
  not_allowed: 'portal.failure.mayNot',
}

/** Whether a field of this name was refused: it says so itself. */
export const isRefused = (failure: unknown, ...names: string[]): boolean =>
  failure instanceof ApiFailure && failure.code === 'invalid_input' && names.some((name) => name in failure.fields)

/** What a failed call means for a family, in words; `other` replaces the words of some codes. */
export function failureWords(t: Translate, failure: unknown, other: Partial<Record<FailureCode, TextId>> = {}): string {
  const code = failure instanceof ApiFailure ? failure.code : 'unexpected'
  return t(other[code] ?? words[code] ?? 'portal.failure.other')
}
