import type { Rejection } from './protocol.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/** Why the gateway does not take a message to this number, or null when it does. */
export function refusalOf(to: string): Rejection | null {
  if (!E164.test(to)) return { code: 'invalid_number', message: 'The number is not in E.164 format.' }
  if (to.endsWith('98')) return { code: 'invalid_number', message: 'Numbers ending in 98 are rejected here.' }
  return null
}

/** What the network makes of an accepted message. */
export function deliveryTo(to: string): { state: 'delivered' | 'failed'; code: string | null } {
  if (to.endsWith('99')) return { state: 'failed', code: 'absent_subscriber' }
  return { state: 'delivered', code: null }
}
