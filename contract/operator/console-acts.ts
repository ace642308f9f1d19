import { z } from 'zod/mini'

/** Everything that the console's log names, as `<what>.<what was done>`. */
export const consoleActs = [
  'operator.signed_in',
  'operator.invited',
  'operator.joined',
  'operator.removed',
  'operator.second_factor_on',
  // Of the time when it could be switched off.
  'operator.second_factor_off',
  'operator.second_factor_reset',
  'change.asked',
  'change.refused',
  'change.withdrawn',
  'change.stale',
  'change.expired',
  'church.subscription_changed',
  'churches.exported',
  'sender.approved',
  'sender.processing',
  'sender.refused',
  'payment.first_approved',
  'payment.approved',
  'payment.refused',
  'payment.taken_aside',
  'payment.refunded',
  'payment.proof_read',
  'plan.added',
  'plan.changed',
  'price.set',
  'price.ended',
  'route.changed',
  'settings.changed',
  'bank_account.changed',
] as const
export const consoleAct = z.enum(consoleActs)
export type ConsoleAct = z.infer<typeof consoleAct>
