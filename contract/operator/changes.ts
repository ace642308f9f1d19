import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'

/** Why something is done or asked for. */
export const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(300))

export const changeKinds = [
  'settings',
  'price',
  'plan',
  'route',
  'sending_hours',
  'public_holidays',
  'tax',
  'operator_invite',
  'operator_remove',
  'operator_reset_factor',
  'subscription',
  'subscription_days',
  'payment_approve',
  'payment_refund',
] as const
export const changeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof changeKind>

/**
 * `stale`: what it changes was changed by others meanwhile, so that from and to no longer fit. `expired`: nobody confirmed
 * it in time.
 */
export const changeState = z.enum(['waiting', 'applied', 'refused', 'withdrawn', 'stale', 'expired'])
export type ChangeState = z.infer<typeof changeState>

const fields = z.record(z.string(), z.unknown())

/** What one operator asked for and a second one confirms. Nothing of it is in force before. */
export const consoleChange = z.object({
  id,
  kind: changeKind,
  state: changeState,
  churchId: z.nullable(id),
  churchName: z.nullable(z.string()),
  /** What it is about: a plan's name, a payment's reference. */
  details: fields,
  /** The fields that change, as they were when it was asked for and as they become. */
  before: fields,
  after: fields,
  reason: z.string(),
  askedBy: z.object({ id, name: z.string() }),
  askedAt: z.string(),
  /** From then on nobody can confirm it. */
  expiresAt: z.string(),
  /** null: nobody yet, by itself, or a command on the server. */
  decidedBy: z.nullable(z.object({ id, name: z.string() })),
  decidedAt: z.nullable(z.string()),
  decidedReason: z.nullable(z.string()),
  isYours: z.boolean(),
  /**
   * Whether you may be its second. Not of what you asked for, and not of somebody whom you, or who you, or both of you
   * through others, came by an invitation of the last seven days.
   */
  mayConfirm: z.boolean(),
})
export type ConsoleChange = z.infer<typeof consoleChange>

/** Those that wait, the oldest first; or those that are decided, the newest first. */
export const listChanges = endpoint({
  method: 'GET',
  path: '/api/operator/changes',
  access: 'operator',
  summary: 'What operators asked for that takes a second operator',
  query: z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit, state: z.enum(['waiting', 'decided']) }),
  response: pageOf(consoleChange),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const readChange = endpoint({
  method: 'GET',
  path: '/api/operator/changes/{id}',
  access: 'operator',
  summary: 'One change that takes a second operator',
  params: idParams,
  response: consoleChange,
  errors: ['invalid_input', 'not_found'],
})

/**
 * What was asked for is done now, exactly once. `changed_meanwhile`: what it changes is not what it was when it was asked
 * for; it is `stale` from then on. What the act itself refuses (`name_taken`, `units_spent` …) leaves it waiting.
 */
export const confirmChange = endpoint({
  method: 'POST',
  path: '/api/operator/changes/{id}/confirm',
  access: 'operator',
  recentPassword: true,
  summary: 'Confirm as the second operator: it is done now',
  params: idParams,
  response: consoleChange,
  errors: [
    'invalid_input',
    'not_found',
    'already_decided',
    'same_operator',
    'not_your_second',
    'changed_meanwhile',
    'not_allowed',
    'name_taken',
    'email_taken',
    'units_spent',
    'not_refundable',
    'provider_decides',
  ],
})

/** Any other operator may refuse. */
export const refuseChange = endpoint({
  method: 'POST',
  path: '/api/operator/changes/{id}/refuse',
  access: 'operator',
  summary: 'Refuse what another operator asked for',
  params: idParams,
  body: z.object({ reason }),
  response: consoleChange,
  errors: ['invalid_input', 'not_found', 'already_decided', 'same_operator'],
})

export const withdrawChange = endpoint({
  method: 'POST',
  path: '/api/operator/changes/{id}/withdraw',
  access: 'operator',
  summary: 'Take back what one asked for oneself',
  params: idParams,
  response: consoleChange,
  errors: ['invalid_input', 'not_found', 'already_decided', 'not_allowed'],
})
