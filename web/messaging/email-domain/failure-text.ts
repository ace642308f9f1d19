import { ApiFailure } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'ui.failed.networkText',
  timeout: 'ui.failed.networkText',
  not_allowed: 'ui.failed.notAllowedText',
  too_many_tries: 'messaging.domain.tooManyTries',
}

/** Why an act on the church's email settings did not go through. */
export const failureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'ui.failed.serverText'
