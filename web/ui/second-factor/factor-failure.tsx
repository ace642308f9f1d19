import type { ApiFailure } from '../../api/call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Note } from '../surfaces/note.tsx'

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'ui.failed.networkText',
  timeout: 'ui.failed.networkText',
  wrong_credentials: 'ui.factor.wrongPassword',
  wrong_second_factor: 'ui.factor.wrongCode',
  wrong_code: 'ui.factor.wrongCode',
  invalid_token: 'ui.factor.tooLate',
  second_factor_on: 'ui.factor.alreadyOn',
  too_many_tries: 'ui.factor.tooManyTries',
}

/** Why a change of the sign-in did not go through. */
export function FactorFailure({ failure }: { failure: ApiFailure | null }) {
  const t = useTexts()
  if (!failure) return null
  return <Note tone="bad">{t(sentences[failure.code] ?? 'ui.failed.serverText')}</Note>
}
