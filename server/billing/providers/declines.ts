import type { Decline } from './provider.ts'

/**
 * Stripe's words after which the same card is not tried again. docs.stripe.com/declines/codes (what the payer has to do:
 * another card, or their bank) and docs.stripe.com/billing/revenue-recovery/smart-retries ("hard decline codes").
 */
const STRIPE_HARD = new Set([
  'authentication_required',
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_cvc',
  'incorrect_number',
  'invalid_account',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'resource_missing',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

/** docs.stripe.com/declines/card, "Retrying issuer declines". */
const STRIPE_HARD_ADVICE = new Set(['do_not_try_again', 'confirm_card_data'])

type StripeWords = {
  code?: string | null | undefined
  decline_code?: string | null | undefined
  advice_code?: string | null | undefined
}

export function stripeDecline({ code, decline_code, advice_code }: StripeWords): Decline {
  const word = decline_code ?? code ?? 'unknown'
  const isHard = STRIPE_HARD.has(word) || STRIPE_HARD.has(code ?? '') || STRIPE_HARD_ADVICE.has(advice_code ?? '')
  return { kind: isHard ? 'hard' : 'soft', code: plain(word) }
}

/**
 * The codes of ISO 8583 that Paystack passes on as `response_code` (paystack.com/docs/payments/gateway-responses), as far
 * as the card is finished: those that Visa calls "issuer will never approve" (Visa Core Rules, table 7-2: 04, 07, 12, 14,
 * 15, 41, 43, 46, 57, R0, R1, R3), and expired, restricted and fraud.
 */
const ISO_HARD = new Set('04 07 12 14 15 33 34 35 36 37 41 43 46 54 57 59 62 R0 R1 R3'.split(' '))

/** The same in Paystack's words, of which older answers have only a sentence. */
const PAYSTACK_HARD =
  /expired|lost|stolen|pick.?up|restricted|invalid.?(card|account)|not.?permitted|no.?such.?issuer|closed|fraud|security|authentication/i

type PaystackWords = {
  response_code?: string | null | undefined
  gateway_response_code?: string | null | undefined
  gateway_response?: string | null | undefined
}

export function paystackDecline(said: PaystackWords): Decline {
  const { response_code: iso, gateway_response_code: name, gateway_response: sentence } = said
  const word = name ?? sentence ?? 'unknown'
  const isHard = iso ? ISO_HARD.has(iso.toUpperCase()) : PAYSTACK_HARD.test(word)
  return { kind: isHard ? 'hard' : 'soft', code: plain(word) }
}

/** A provider's word as a code: `Insufficient Funds` is `insufficient_funds`. */
const plain = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60) || 'unknown'
