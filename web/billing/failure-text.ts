import { ApiFailure, type FailureCode } from '../lib/api.ts'
import type { TextId } from '../lib/languages/index.ts'

const sentences: Partial<Record<FailureCode, TextId>> = {
  network: 'billing.failure.network',
  timeout: 'billing.failure.network',
  no_price: 'billing.failure.noPrice',
  too_many_open: 'billing.failure.tooManyOpen',
  no_bank_account: 'billing.failure.noAccount',
  not_offered: 'billing.failure.notOffered',
  provider_unavailable: 'billing.failure.provider',
  plan_too_small: 'billing.failure.planTooSmall',
  changed_meanwhile: 'billing.failure.changed',
  already_decided: 'billing.failure.decided',
  unsupported_proof: 'billing.failure.proof',
  too_large: 'billing.failure.tooLarge',
  not_allowed: 'billing.frame.onlyFinance',
}

/** Why a purchase or a proof did not go through. */
export const failureText = (failure: Error): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'billing.failure.other'
