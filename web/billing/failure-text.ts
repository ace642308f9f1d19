import { ApiFailure, type FailureCode } from '../api/call.ts'
import type { TextId } from '../languages/index.ts'

const sentences: Partial<Record<FailureCode, TextId>> = {
  network: 'billing.failure.offline',
  timeout: 'billing.failure.offline',
  no_price: 'billing.failure.noPrice',
  too_many_open: 'billing.failure.tooManyOpen',
  no_bank_account: 'billing.failure.noAccount',
  not_offered: 'billing.failure.notOffered',
  no_card: 'billing.renewal.noCard',
  nothing_to_try: 'billing.renewal.nothingToTry',
  provider_unavailable: 'billing.failure.provider',
  plan_too_small: 'billing.failure.planTooSmall',
  plan_not_offered: 'billing.failure.planNotOffered',
  plan_not_cheaper: 'billing.failure.planNotCheaper',
  changed_meanwhile: 'billing.failure.changed',
  quote_expired: 'billing.failure.quoteExpired',
  already_decided: 'billing.failure.decided',
  unsupported_proof: 'billing.failure.proof',
  too_large: 'billing.failure.tooLarge',
  too_many_tries: 'billing.failure.tooManyTries',
  provider_decides: 'billing.failure.providerDecides',
  not_allowed: 'billing.frame.onlyFinance',
}

/** Why something about a payment did not go through. */
export const failureText = (failure: Error): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'billing.failure.other'

/** Why a purchase did not go through; without an answer it may have, and the same press is the same purchase. */
export const purchaseFailureText = (failure: Error): TextId =>
  failure instanceof ApiFailure && failure.status === 0 && failure.code !== 'provider_unavailable'
    ? 'billing.failure.network'
    : failureText(failure)
