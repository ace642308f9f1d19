import type { Charge } from '../charge.ts'

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

export const createBooks = (): Books => ({
  sessions: new WeakMap(),
  customers: new Map(),
  portals: new Map(),
})
