import { type Charge, sumOf } from '../charge.ts'

/** Stripe's times: seconds. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)
export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
export const currencyOf = (charge: Charge): string => sumOf(charge).currency.toLowerCase()

export const amountOf = (charge: Charge): number => Number(sumOf(charge).units)

/** The names to unfold, as `expand[]` has them: `payment_intent`, `payment_intent.latest_charge`. */
export type Expand = readonly string[]
