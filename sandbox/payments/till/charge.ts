import type { PaymentProvider } from '../../platform/provider.ts'
import type { Sum } from './sum.ts'
import type { Card } from './cards.ts'

/** `approved`: agreed to by the payer, and waiting to be captured. `cancelled`: the payer went away; it can still be paid. */
export type ChargeState = 'open' | 'declined' | 'cancelled' | 'approved' | 'paid' | 'expired'

export type ChargeEvent =
  | 'approved'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'refunded'
  | 'refund-failed'
  | 'disputed'
  | 'dispute-closed'

/** Money that went back. `number` and `id` are its names at the provider, which has one or the other. */
export type Refund = { id: string; number: number; units: bigint; at: Date; reason: string; hasFailed?: boolean }

/** The payer wants money back through the bank. */
export type Dispute = { id: string; number: number; units: bigint; at: Date; state: 'open' | 'won' | 'lost' }

/** Why a card was declined: `hard` for good. */
type DeclinedBy = 'soft' | 'hard'

/** How its provider speaks of one charge. */
export type Talk = {
  /** The body of the notice about what happened; null: this provider tells nothing of it. */
  notice(event: ChargeEvent, at: Date): object | null
  /** Where the payer's browser is led; null: it stays. */
  wayBack(outcome: 'paid' | 'cancelled'): string | null
}

/** A payment that somebody was asked for. */
export type Charge = {
  readonly provider: PaymentProvider
  /** Its name at the provider, which stands in the address of its page too. */
  readonly id: string
  /** Its other name, where the provider numbers. */
  readonly number: number
  /** What the caller calls it. */
  readonly reference: string
  readonly asked: Sum
  readonly email: string
  /** By what the provider knows the payer: a customer, or the email. */
  readonly owner: string
  readonly description: string
  readonly pageUrl: string
  readonly createdAt: Date
  /** From then on it cannot be paid any more. */
  readonly expiresAt: Date | null
  /** Paying it means approving it; the money is taken when the caller captures it. */
  readonly needsCapture: boolean
  readonly talk: Talk
  state: ChargeState
  /** The number of each try to pay, the latest last: where tries have names of their own, these are they. */
  tries: number[]
  /** The payer left and it will be paid by itself. */
  later: boolean
  /** What was taken, which a fault makes differ from what was asked. */
  taken: Sum | null
  takenAt: Date | null
  refunds: Refund[]
  disputes: Dispute[]
  /** What it was paid with; null: not paid, or not with a card. */
  card: Card | null
  /** How the last try was declined. */
  declinedBy: DeclinedBy
}

export type NewCharge = Omit<
  Charge,
  'createdAt' | 'state' | 'tries' | 'later' | 'taken' | 'takenAt' | 'refunds' | 'disputes' | 'card' | 'declinedBy'
>

export function chargeOf(asked: NewCharge): Charge {
  return {
    ...asked,
    createdAt: new Date(),
    state: 'open',
    tries: [],
    later: false,
    taken: null,
    takenAt: null,
    refunds: [],
    disputes: [],
    card: null,
    declinedBy: 'soft',
  }
}

export const isPayable = ({ state }: Charge): boolean => ['open', 'declined', 'cancelled'].includes(state)

export const refundedUnits = ({ refunds }: Charge): bigint =>
  refunds.reduce((total, { units, hasFailed }) => (hasFailed ? total : total + units), 0n)

/** What was taken where it was, and what was asked where nothing was. */
export const sumOf = ({ taken, asked }: Charge): Sum => taken ?? asked
