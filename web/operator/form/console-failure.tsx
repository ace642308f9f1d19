import { ApiFailure } from '../../api/call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'

type Sentences = Partial<Record<ApiFailure['code'], TextId>>

const sentences: Sentences = {
  network: 'identity.failure.network',
  timeout: 'identity.failure.network',
  too_many_tries: 'identity.failure.tooManyTries',
  weak_password: 'identity.failure.weakPassword',
  wrong_credentials: 'operator.failure.wrongCredentials',
  wrong_second_factor: 'operator.failure.wrongCode',
  wrong_code: 'operator.failure.wrongCode',
  invalid_token: 'operator.failure.invalidToken',
  invalid_input: 'identity.failure.invalidInput',
  email_taken: 'operator.failure.emailTaken',
  name_taken: 'operator.failure.nameTaken',
  not_allowed: 'operator.failure.notAllowed',
  not_found: 'operator.failure.notFound',
  already_decided: 'operator.failure.decided',
  changed_meanwhile: 'operator.failure.changed',
  same_operator: 'operator.failure.sameOperator',
  provider_decides: 'operator.failure.providerDecides',
  second_factor_on: 'operator.failure.factorOn',
  second_factor_needed: 'operator.failure.codeNeeded',
  password_needed: 'operator.failure.passwordNeeded',
  not_your_second: 'operator.failure.notYourSecond',
  units_spent: 'operator.payments.unitsSpent',
  not_refundable: 'operator.payments.notRefundable',
}

/** `words` are for codes that mean something of their own where they come. */
type ConsoleFailureProps = { failure: Error | null; words?: Sentences }

/** Why something at the console did not go through. */
export function ConsoleFailure({ failure, words }: ConsoleFailureProps) {
  const t = useTexts()
  if (!failure) return null
  const code = failure instanceof ApiFailure ? failure.code : 'unexpected'
  return <Note tone="bad">{t(words?.[code] ?? sentences[code] ?? 'identity.failure.other')}</Note>
}
