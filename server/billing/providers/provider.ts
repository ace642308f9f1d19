import type { IncomingHttpHeaders } from 'node:http'
import type { Provider } from '#contract/billing/providers.ts'

/** What a payer is asked to pay, on the provider's own page. */
export type Charge = {
  /** Ours. The provider repeats it in everything it says of the payment, and the same one begins one payment only. */
  reference: string
  /** In the minor units of our own table (`contract/money.ts`). */
  amountMinor: number
  currency: string
  /** What the payer reads: `1,000 SMS units for Grace Chapel`. */
  description: string
  payerEmail: string
  /** Where the provider leads back to once it is paid, and when the payer gives up. Flutterwave has `paidUrl` for both. */
  paidUrl: string
  cancelledUrl: string
  /**
   * From then on it cannot be paid any more, where the provider knows such an end: Flutterwave does, and Stripe, which
   * allows no less than half an hour from when it is begun. A page of Paystack or PayPal stays open.
   */
  expiresAt: Date
  /** The church at this provider; null: not known there yet, or the provider has no such thing. */
  customerId: string | null
  /** The payer has agreed that the card is kept and charged without them later; it is paid by card only. */
  keepsCard?: boolean
}

/** A card that a payer let us keep: what its provider charges it by, and what a payer knows it by. Never its number. */
export type KeptCard = {
  token: string
  /** By what the provider knows whose it is: Stripe's customer, Paystack's email. */
  owner: string
  /** In the provider's own small letters: `visa`. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** What a kept card is charged, without its payer. */
export type CardCharge = Pick<Charge, 'reference' | 'amountMinor' | 'currency' | 'description'> &
  Pick<KeptCard, 'token' | 'owner'>

/** `soft`: the same card may go well another day. `hard`: it never will. `code`: the provider's own word. */
export type Decline = { kind: 'soft' | 'hard'; code: string }

/** A payer wants money back through their bank. `won`: it stays with us. */
export type Dispute = {
  id: string
  state: 'open' | 'won' | 'lost'
  amountMinor: number
  currency: string
  /** Until when we may answer it; null: not said. */
  answerBy: Date | null
}

export type Begun = {
  /** What the provider calls it; null: it knows it by our reference. */
  providerId: string | null
  /** Its page. https, outside the sandbox. */
  checkoutUrl: string
  /** The provider knows no customer by the id that the charge named; it was begun without one. */
  isCustomerUnknown?: boolean
}

/**
 * By what a provider knows a payment. `providerId`: what it called it, as far as we know. Stripe and PayPal find nothing
 * without it: begin again with the same reference, which begins nothing new there and answers it.
 */
export type Named = {
  reference: string
  providerId: string | null
  /** Charged to a kept card of this owner, not on a page. */
  cardOwner?: string | null
}

/**
 * How a provider is asked about a payment. `mayTake`: whether money that the payer has approved, and that moves only by
 * our doing, may be taken now.
 */
export type Known = Named & {
  mayTake: boolean
  /** What has happened to it since it was taken is asked for as well. */
  asksAfterwards?: boolean
}

/** Money that a provider has taken, in its own words: what of it is as ours is for `settle` to compare. */
export type Taken = {
  reference: string
  providerId: string
  amountMinor: number
  currency: string
  /** When it was paid, where the provider says so. */
  paidAt?: Date
}

type Since = {
  /** The card it was paid with, where its payer let it be kept. */
  card?: KeptCard
  /** What is known of disputes; there, what has gone back is known exactly too: refunds that failed do not count. */
  disputes?: Dispute[]
}

export type ProviderStatus =
  | ({ state: 'paid' } & Taken & Since)
  /** It can still be paid, or money is on its way. */
  | { state: 'open' }
  /** Tried and declined; it can be tried once more on the same page. */
  | { state: 'declined'; decline?: Decline }
  /** Ended without money: given up or over its time. */
  | { state: 'ended' }
  /** Taken, and given back in part or in whole. */
  | ({ state: 'refunded'; refundedMinor: number } & Taken & Since)
  /** The provider knows nothing of it; a page at Flutterwave that nobody has tried to pay is unknown there too. */
  | { state: 'unknown' }

/** What a notice is about; its word is not taken for more than this. */
export type Notice = {
  reference: string
  providerId: string | null
  /** Something happened after it was paid: a refund, a dispute. */
  isAfterwards?: boolean
}

/**
 * What became of reading a notice. `forged`: its signature is not right, or too old; `unreadable`: signed, and not what it
 * should be; `other`: about something that is not our concern.
 */
export type Reading = Notice | 'forged' | 'unreadable' | 'other'

export type Received = { rawBody: Buffer; headers: IncomingHttpHeaders; at: Date }

export type RefundOrder = Named & {
  amountMinor: number
  currency: string
  /** Goes to where the merchant reads it, never to the payer; Stripe and PayPal are not told. */
  reason: string
  /**
   * The same for repetitions of one try, which give back once, and another for a new try after a refusal; a provider that
   * keeps its answers would else refuse for ever. Absent: there is one try only.
   */
  attempt?: string
}

/** `done`: the provider has accepted it and sees to the rest; otherwise it waits there for somebody's doing. */
export type Refunded = { providerId: string | null; done: boolean }

/**
 * A payment provider. Each call ends within ten seconds, the reading of its books within a minute. Throws ProviderAway when it is not to be had (no answer, 5xx,
 * 429, an answer that cannot be read) and ProviderRefusal when it will not; nothing else.
 */
export type PaymentProvider = {
  name: Provider
  /** Repeated with the same charge it answers the same page, or refuses with `duplicate_reference`. */
  begin: (charge: Charge) => Promise<Begun>
  /** PayPal takes the money of an approved order at this call, where it may. */
  find: (known: Known) => Promise<ProviderStatus>
  /** Reads a notice. PayPal is asked whether it is its own; the others' signatures are checked here, and nothing is thrown. */
  readNotice: (received: Received) => Promise<Reading>
  /** Gives all of it back, once for each reference. Refuses with `partly_refunded` where a part has gone back already. */
  refund: (order: RefundOrder) => Promise<Refunded>
  /** Ends a page that was begun, so that it cannot be paid any more. Refuses when it is paid. Absent: the provider knows no such thing. */
  end?: (named: Named) => Promise<void>
  /** Cards that payers let us keep. Absent: the provider knows no such thing. */
  cards?: {
    /**
     * Charges one without its payer. The same reference charges once, however often and by whomever it is repeated. What
     * was declined is an answer; where the card is not there any more, that is a hard decline.
     */
    charge: (charge: CardCharge) => Promise<ProviderStatus>
    /** The provider charges it no more; one that is gone already is no fault. */
    remove: (card: Pick<KeptCard, 'token'>) => Promise<void>
  }
  /** Payments that something happened to after they were paid, as far as the provider keeps book of it. */
  changedSince?: (since: Date) => Promise<Notice[]>
  /** A page of the provider where a payer sees cards and invoices. Absent: there is none. */
  portal?: {
    /** Makes the church known; answers its id there. `key`: ours for the church. */
    openCustomer: (church: { key: string; name: string; email: string }) => Promise<string>
    pageFor: (customerId: string, returnUrl: string) => Promise<string>
  }
}

/** The provider did not answer in a way that tells anything: it may have done what was asked. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/**
 * The provider refused what was asked, and has not done it. `code` is its own word, or one of ours: `duplicate_reference`,
 * `unauthorized` (our key), `currency_not_taken`, `amount_invalid`, `not_paid` (nothing to give back), `refund_failed`,
 * `partly_refunded` (a part has gone back already, the rest is for somebody to see to).
 */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}
