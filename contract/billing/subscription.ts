import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'
import { paymentMethods } from './providers.ts'

/** So many days before the expiry the next payment is due. */
export const DUE_BEFORE_EXPIRY = 2

/**
 * Where a church stands. `grace`: more people than its plan allows, and screens still open; `over_capacity`: no longer;
 * `trial`: its first days, on no plan of ours.
 */
export const subscriptionState = z.enum(['trial', 'active', 'grace', 'over_capacity', 'expired'])
export type SubscriptionState = z.infer<typeof subscriptionState>

const planInForce = { planId: z.nullable(id), planName: z.string(), membershipSize: z.int() }

export const subscriptionStatus = z.object({
  ...planInForce,
  people: z.int(),
  /** Calendar days in the church's zone; null where never paid. */
  startedOn: z.nullable(z.string()),
  expiresOn: z.string(),
  /** The first day that is not paid for: the one after the expiry. */
  renewsOn: z.string(),
  /** Two days before the expiry. */
  nextPaymentDue: z.string(),
  status: z.enum(['Active', 'InActive']),
  state: subscriptionState,
  /** Plans that are paid for and begin later, the earliest first. */
  upcoming: z.array(z.object({ ...planInForce, from: z.string() })),
  /** The smaller plan that the church wants from its renewal on; null: the one that it has. */
  renewalPlan: z.nullable(z.object({ id, name: z.string() })),
  /** Whether the card provider knows the church, and may show it a page of its cards and invoices. */
  hasPortal: z.boolean(),
})
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/billing/subscription',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'The plan of the church and how long it lasts',
  response: subscriptionStatus,
  errors: [],
})

/** Only a plan that is cheaper than the present one waits for the renewal: a dearer one is bought, and begins at once. */
export const chooseRenewalPlan = endpoint({
  method: 'PUT',
  path: '/api/billing/subscription/renewal-plan',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Choose a smaller plan from the renewal on, or keep the present one (null)',
  body: z.strictObject({ planId: z.nullable(id) }),
  response: subscriptionStatus,
  errors: ['invalid_input', 'plan_not_offered', 'plan_too_small', 'plan_not_cheaper'],
})

/**
 * What moved the term, and what the calendar brought: `expired` and `begun` (a plan that was paid for earlier) happen by
 * themselves. `corrected`: moved by hand or by an older version, without more being known of it.
 */
export const timeLineKind = z.enum([
  'opened',
  'paid',
  'refunded',
  'granted',
  'changed',
  'corrected',
  'begun',
  'expired',
])

export const timeLineItem = z.object({
  kind: timeLineKind,
  /** Calendar day in the church's zone. */
  onDay: z.string(),
  /** Instant, ISO 8601; null: it came with the day. */
  at: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  membershipSize: z.nullable(z.int()),
  months: z.nullable(z.int()),
  /** Days given, or taken back; null for a refund: all of the payment's. */
  days: z.nullable(z.int()),
  /** The last day that it led to. */
  expiresOn: z.string(),
  payment: z.nullable(
    z.object({
      id,
      reference: z.string(),
      method: z.enum(paymentMethods),
      amountMinor: z.int(),
      currency: z.string(),
      automatic: z.boolean(),
    }),
  ),
  reason: z.nullable(z.string()),
  /** Who did it; null: the calendar. Operators are `Narthex` to a church. */
  actorName: z.nullable(z.string()),
})
export type TimeLineItem = z.infer<typeof timeLineItem>

export const timeLine = z.object({
  state: subscriptionState,
  expiresOn: z.string(),
  people: z.int(),
  membershipSize: z.int(),
  /** The last day of the days of grace; null: there are none. */
  graceUntil: z.nullable(z.string()),
  /** The newest first. */
  items: z.array(timeLineItem),
})
export type TimeLine = z.infer<typeof timeLine>

export const readTimeLine = endpoint({
  method: 'GET',
  path: '/api/billing/subscription/timeline',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'Why the subscription stands where it stands: all that ever moved it',
  response: timeLine,
  errors: [],
})

/** As whom the church wants its receipts; empty: by the name that it goes by. */
export const billingParty = z.strictObject({
  legalName: z.string().check(z.trim(), z.maxLength(160)),
  taxNumber: z.string().check(z.trim(), z.maxLength(40)),
})
export type BillingParty = z.infer<typeof billingParty>

export const readBillingParty = endpoint({
  method: 'GET',
  path: '/api/billing/party',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'Legal name and tax number on the receipts of the church',
  response: billingParty,
  errors: [],
})

/** Receipts that are issued already stay as they are. */
export const saveBillingParty = endpoint({
  method: 'PUT',
  path: '/api/billing/party',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Change legal name and tax number for receipts from now on',
  body: billingParty,
  response: billingParty,
  errors: ['invalid_input'],
})
