import { type PaymentProvider, paymentProviders } from '../platform/provider.ts'

type CallName = 'begin' | 'verify' | 'refund' | 'capture' | 'charge'
type OfCall<P, T, C> = { provider: P; target: T; call: C; /** `refunds are` */ words: string }

/** What may go wrong with one kind of call of one provider. */
function ofCall<P extends PaymentProvider, T extends string, C extends CallName>(one: OfCall<P, T, C>) {
  const { target, words } = one
  const at = `${one.provider} ${one.call}` as const
  return [
    { target, at, mode: 'delay', waitMs: 2_000, does: `${words} answered late` },
    { target, at, mode: 'timeout', waitMs: 60_000, does: `${words} never answered, nor done` },
    { target, at, mode: '500', does: `${words} answered with 500` },
    { target, at, mode: '429', does: `${words} answered with 429 (Retry-After: 1)` },
    { target, at, mode: 'malformed', does: `${words} done, and answered with broken JSON` },
  ] as const
}

/** What may go wrong with cards that a provider keeps. */
function ofCards<P extends 'stripe' | 'paystack'>(provider: P) {
  const target = `${provider}-charge` as const
  const at = `${provider} card` as const
  return [
    ...ofCall({ provider, target, call: 'charge', words: 'charges of kept cards are' }),
    {
      target,
      at: `${provider} charge` as const,
      mode: 'accept-late',
      waitMs: 2_000,
      does: 'a kept card is charged, and that answered late',
    },
    { target, at, mode: 'decline', does: 'a kept card is declined for now: not enough money' },
    { target, at, mode: 'decline-hard', does: 'a kept card is declined for good: stolen' },
  ] as const
}

/** What may go wrong at one payment provider. */
function ofProvider<P extends PaymentProvider>(provider: P) {
  const paid = { target: provider, at: `${provider} pay` } as const
  const told = { target: provider, at: `${provider} webhook` } as const
  return [
    ...ofCall({ provider, target: provider, call: 'begin', words: 'new payments are' }),
    ...ofCall({ provider, target: `${provider}-verify` as const, call: 'verify', words: 'questions are' }),
    ...ofCall({ provider, target: `${provider}-refund` as const, call: 'refund', words: 'refunds are' }),
    { ...paid, mode: 'decline', does: 'a payment is declined' },
    { ...paid, mode: 'wrong-amount', does: 'another amount is taken' },
    { ...paid, mode: 'wrong-currency', does: 'another currency is taken' },
    { ...told, mode: 'webhook-twice', does: 'sends a notice twice' },
    { ...told, mode: 'webhook-late', waitMs: 5_000, does: 'sends a notice late' },
    { ...told, mode: 'webhook-reordered', waitMs: 10_000, does: 'sends a notice after the one that follows it' },
    { ...told, mode: 'webhook-forged', does: 'sends a wrongly signed notice first' },
    { ...told, mode: 'webhook-stale', does: 'sends a notice as it was yesterday' },
    { ...told, mode: 'webhook-never', does: 'sends no notice' },
  ] as const
}

/**
 * Everything that can be made to go wrong. `at` is the moment that looks for the fault, `waitMs` the wait where the
 * mode has one (a fault may name another), `does` the words for people.
 */
export const faultModes = [
  { target: 'sms', mode: 'delay', at: 'sms submission', waitMs: 2_000, does: 'answers late' },
  { target: 'sms', mode: 'hold', at: 'sms submission', does: 'answers once the faults are cleared' },
  { target: 'sms', mode: 'timeout', at: 'sms submission', waitMs: 60_000, does: 'takes nothing, never answers' },
  { target: 'sms', mode: '500', at: 'sms submission', does: 'takes nothing, answers 500' },
  { target: 'sms', mode: '429', at: 'sms submission', does: 'takes nothing, answers 429 (Retry-After: 1)' },
  { target: 'sms', mode: 'malformed', at: 'sms submission', does: 'takes the messages, answers broken JSON' },
  { target: 'sms', mode: 'refuse-half', at: 'sms submission', does: 'refuses every second message' },
  {
    target: 'sms',
    mode: 'accept-late',
    at: 'sms submission',
    waitMs: 20_000,
    does: 'takes the messages, answers too late',
  },
  { target: 'sms', mode: 'webhook-twice', at: 'sms receipts', does: 'sends receipts twice' },
  { target: 'sms', mode: 'webhook-late', at: 'sms receipts', waitMs: 5_000, does: 'sends receipts late' },
  { target: 'sms', mode: 'webhook-reordered', at: 'sms receipts', waitMs: 1_000, does: 'sends receipts out of order' },
  { target: 'sms', mode: 'webhook-never', at: 'sms receipts', does: 'sends no receipts' },
  { target: 'sms', mode: 'webhook-forged', at: 'sms receipts', does: 'sends wrongly signed receipts first' },
  { target: 'sms-lookup', mode: 'delay', at: 'sms lookup', waitMs: 2_000, does: 'answers look-ups late' },
  { target: 'sms-lookup', mode: 'timeout', at: 'sms lookup', waitMs: 60_000, does: 'never answers look-ups' },
  { target: 'sms-lookup', mode: '500', at: 'sms lookup', does: 'answers look-ups with 500' },
  { target: 'sms-lookup', mode: '429', at: 'sms lookup', does: 'answers look-ups with 429 (Retry-After: 1)' },
  { target: 'sms-lookup', mode: 'malformed', at: 'sms lookup', does: 'answers look-ups with broken JSON' },
  { target: 'mail', mode: 'refuse', at: 'mail', does: 'refuses the mail for good (550)' },
  { target: 'mail', mode: 'tempfail', at: 'mail', does: 'refuses the mail for now (451)' },
  { target: 'dns', mode: 'timeout', at: 'dns question', does: 'does not answer' },
  { target: 'dns', mode: '500', at: 'dns question', does: 'answers that it failed' },
  { target: 'push', mode: 'delay', at: 'push message', waitMs: 2_000, does: 'takes push messages late' },
  { target: 'push', mode: 'timeout', at: 'push message', waitMs: 60_000, does: 'takes no push message, never answers' },
  { target: 'push', mode: '500', at: 'push message', does: 'takes no push message, answers 500' },
  { target: 'push', mode: '429', at: 'push message', does: 'takes no push message, answers 429 (Retry-After: 1)' },
  ...paymentProviders.flatMap((provider) => ofProvider(provider)),
  ...ofCards('stripe'),
  ...ofCards('paystack'),
  ...ofCall({ provider: 'paypal', target: 'paypal-capture', call: 'capture', words: 'captures are' }),
] as const satisfies readonly FaultKind[]

type FaultKind = { target: string; mode: string; at: string; waitMs?: number; does: string }
type KnownKind = (typeof faultModes)[number]

export type FaultMode = KnownKind['mode']
export type FaultMoment = KnownKind['at']

export const faultTargets = [...new Set(faultModes.map((kind) => kind.target))]
