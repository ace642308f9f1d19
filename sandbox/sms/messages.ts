import { createNewest, type Newest } from '#sandbox/platform/newest.ts'
import type { Rejection, Submitted } from './protocol.ts'
import { refusalOf } from './verdict.ts'

export const MESSAGES_KEPT = 250_000

export const smsGateways = ['default', 'kannel', 'termii', 'africastalking', 'twilio'] as const
export type SmsGatewayName = (typeof smsGateways)[number]

/**
 * A message as it is kept. `gateway`: whose protocol brought it; `attempts` counts how often its reference was handed over
 * where the protocol has references; `at` is ISO 8601.
 */
export type SmsMessage = Submitted & {
  id: string
  gateway: SmsGatewayName
  at: string
  state: 'accepted' | 'delivered' | 'failed' | 'rejected'
  code: string | null
  attempts: number
  rejection: Rejection | null
}

type Taking = { gateway: SmsGatewayName; id: string; refusal?: Rejection | undefined }

export type Messages = {
  kept: Newest<SmsMessage>
  /** Takes a message as one more, whatever came before. */
  add(submitted: Submitted, taking: Taking): SmsMessage
  /** The message of our own protocol with this reference, and of any other with this id. */
  find(key: string): SmsMessage | undefined
  clear(): void
}

export function createMessages(): Messages {
  const byKey = new Map<string, SmsMessage>()
  const keyOf = ({ gateway, reference, id }: SmsMessage): string => (gateway === 'default' ? reference : id)
  const kept = createNewest<SmsMessage>(MESSAGES_KEPT, (oldest) => byKey.delete(keyOf(oldest)))
  return {
    kept,
    add(submitted, taking) {
      const message = judged(submitted, taking)
      byKey.set(keyOf(message), message)
      kept.add(message)
      return message
    },
    find: (key) => byKey.get(key),
    clear() {
      byKey.clear()
      kept.clear()
    },
  }
}

function judged(submitted: Submitted, { gateway, id, refusal }: Taking): SmsMessage {
  const rejection = refusalOf(submitted.to) ?? refusal ?? null
  return {
    ...submitted,
    id,
    gateway,
    at: new Date().toISOString(),
    state: rejection ? 'rejected' : 'accepted',
    code: rejection?.code ?? null,
    attempts: 1,
    rejection,
  }
}
