import { type Charge, sumOf } from '../till/charge.ts'

/** Stripe's times: seconds. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)
export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
export const currencyOf = (charge: Charge): string => sumOf(charge).currency.toLowerCase()

export const amountOf = (charge: Charge): number => Number(sumOf(charge).units)

/** The names to unfold, as `expand[]` has them: `payment_intent`, `payment_intent.latest_charge`. */
export type Expand = readonly string[]

/** What Stripe knows of a charge besides: it is a Checkout Session, with a PaymentIntent once somebody tried to pay. */
export type Session = {
  charge: Charge
  intentId: string
  chargeId: string
  customerId: string | null
  customerEmail: string | null
  clientReferenceId: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  /** The card is kept for charges without its payer. */
  keepsCard: boolean
  /** False: a kept card was charged, without a page. */
  isPage: boolean
  successUrl: string
  cancelUrl: string | null
  expiresAt: Date
}

export type Customer = {
  id: string
  email: string | null
  name: string | null
  description: string | null
  metadata: Record<string, string>
  createdAt: Date
}

/** Stripe's own books, as far as the sandbox keeps them. */
export type Books = {
  sessions: WeakMap<Charge, Session>
  customers: Map<string, Customer>
  portals: Map<string, { customerId: string; returnUrl: string | null }>
}

/** `standing`: customers whom it knows from the start. */
export const createBooks = (standing: readonly string[] = []): Books => ({
  sessions: new WeakMap(),
  customers: new Map(
    standing.map((id) => [id, { id, email: null, name: null, description: null, metadata: {}, createdAt: new Date() }]),
  ),
  portals: new Map(),
})
