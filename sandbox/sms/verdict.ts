import type { Rejection } from './protocol.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/** Why the gateway does not take a message to this number, or null when it does. */
export function refusalOf(to: string): Rejection | null {
  if (!E164.test(to)) return { code: 'invalid_number', message: 'The number is not in E.164 format.' }
  if (to.endsWith('98')) return { code: 'invalid_number', message: 'Numbers ending in 98 are rejected here.' }
  return null
}

/** Why the network does not deliver an accepted message. */
export type Failure =
  | 'phone_off'
  | 'no_such_number'
  | 'inbox_full'
  | 'blocked_by_person'
  | 'blocked_by_network'
  | 'sender_refused'
  | 'network_fault'
  | 'expired'

/** What the network makes of it: it arrives, it fails, or nobody is ever told. */
type Ending = 'delivered' | 'no_report' | Failure

/** Numbers that end so have an ending of their own, whichever protocol carried the message. */
export const ENDINGS: readonly [digits: string, ending: Ending, words: string][] = [
  ['555501', 'phone_off', 'the phone is off'],
  ['555502', 'no_such_number', 'the number does not exist'],
  ['555503', 'inbox_full', 'the inbox is full'],
  ['555504', 'blocked_by_person', 'the person blocked the sender'],
  ['555505', 'blocked_by_network', 'the network blocks it'],
  ['555506', 'sender_refused', 'the sender is not allowed'],
  ['555507', 'network_fault', 'the network has a fault'],
  ['555508', 'expired', 'it was not delivered in time'],
  ['555509', 'no_report', 'no receipt ever comes'],
]

/** What becomes of an accepted message to this number. */
export const endingOf = (to: string): Ending =>
  ENDINGS.find(([digits]) => to.endsWith(digits))?.[1] ?? (to.endsWith('99') ? 'phone_off' : 'delivered')
