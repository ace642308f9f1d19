import type { Charge, Refund } from '../charge.ts'

/** What PayPal knows of a charge besides: it is an order of one unit, with a capture once the money is taken. */
export type Order = {
  charge: Charge
  captureId: string
  customId: string | null
  invoiceId: string | null
  referenceId: string
  returnUrl: string
  cancelUrl: string
  refunds: Map<Refund, { noteToPayer: string | null; invoiceId: string | null }>
}

export type Orders = WeakMap<Charge, Order>
