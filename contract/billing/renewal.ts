import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { MONTHS_MOST } from './payments.ts'
import { provider } from './providers.ts'

/** A charge is told so many days before it, by mail. */
export const RENEWAL_NOTICE_DAYS = 3
/** Days from the first try on which a declined card is tried. */
export const RENEWAL_TRY_DAYS = [0, 3, 5, 7] as const

export const savedCard = z.object({
  provider,
  /** In the provider's small letters: `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  /** Its bank has refused it for good: it is charged no more. */
  isRefused: z.boolean(),
})
export type SavedCard = z.infer<typeof savedCard>

/** Why a card was not charged, for people: `finished` for good; `plan_too_small` and `no_price` before any bank was asked. */
export const declineReason = z.enum(['no_money', 'bank', 'finished', 'plan_too_small', 'no_price'])
export type DeclineReason = z.infer<typeof declineReason>

export const renewal = z.object({
  isOn: z.boolean(),
  /** How many are bought each time. */
  months: z.int(),
  card: z.nullable(savedCard),
  /** Who takes and keeps cards for what this church would be charged; empty: nobody, and it cannot be switched on. */
  providers: z.array(provider),
  /** What is taken next, and when; switched off, what it would be. Null: a trial, or nothing that could be bought. */
  next: z.nullable(
    z.object({
      planId: z.string(),
      planName: z.string(),
      months: z.int(),
      amountMinor: z.int(),
      currency: z.string(),
      /** Days of the church's calendar: of the mail before it, of the charge, and until when it is paid then. */
      toldOn: z.string(),
      takenOn: z.string(),
      paidUntil: z.string(),
    }),
  ),
  /** The card was declined for the renewal that is due; `triesOn`: when it is tried again, empty for no more. */
  declined: z.nullable(z.object({ reason: declineReason, triesOn: z.array(z.string()) })),
})
export type Renewal = z.infer<typeof renewal>

export const readRenewal = endpoint({
  method: 'GET',
  path: '/api/billing/renewal',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'Automatic renewal: the card, what is taken next and when, what was declined',
  response: renewal,
  errors: [],
})

/** Switched on only with a card; a church gets one by paying months with `renews`. */
export const saveRenewal = endpoint({
  method: 'PUT',
  path: '/api/billing/renewal',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Switch automatic renewal on or off, and for how many months each time',
  body: z.strictObject({ isOn: z.boolean(), months: z.int().check(z.gte(1), z.lte(MONTHS_MOST)) }),
  response: renewal,
  errors: ['invalid_input', 'no_card'],
})

/** Without a card nothing is renewed: it is switched off with it. */
export const removeSavedCard = endpoint({
  method: 'DELETE',
  path: '/api/billing/renewal/card',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Take the saved card away; its provider forgets it',
  response: renewal,
  errors: ['no_card'],
})

/** Once a day at most; a card that was refused for good is not tried. */
export const tryRenewal = endpoint({
  method: 'POST',
  path: '/api/billing/renewal/try',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Try the declined card again now',
  response: renewal,
  errors: ['nothing_to_try', 'too_many_tries'],
  idempotent: true,
})
