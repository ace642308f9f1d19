import { randomUUID } from 'node:crypto'
import { createNewest, type Newest } from '#sandbox/platform/newest.ts'
import type { Rejection, Result, Submitted } from './protocol.ts'
import { refusalOf } from './verdict.ts'

export const MESSAGES_KEPT = 250_000

/** A message as it is kept. `attempts` counts how often its reference was handed over; `at` is ISO 8601. */
export type SmsMessage = Submitted & {
  id: string
  at: string
  state: 'accepted' | 'delivered' | 'failed' | 'rejected'
  code: string | null
  attempts: number
  result: Result
}

export type Messages = {
  kept: Newest<SmsMessage>
  /** Takes each message once: a reference already known answers as it did, and is not `fresh`. */
  take(message: Submitted, refusal?: Rejection): { message: SmsMessage; fresh: boolean }
  find(reference: string): SmsMessage | undefined
  clear(): void
}

export function createMessages(): Messages {
  const byReference = new Map<string, SmsMessage>()
  const kept = createNewest<SmsMessage>(MESSAGES_KEPT, (oldest) => byReference.delete(oldest.reference))
  return {
    kept,
    take(submitted, refusal) {
      const known = byReference.get(submitted.reference)
      if (known) {
        known.attempts++
        return { message: known, fresh: false }
      }
      const message = judged(submitted, refusalOf(submitted.to) ?? refusal)
      byReference.set(message.reference, message)
      kept.add(message)
      return { message, fresh: true }
    },
    find: (reference) => byReference.get(reference),
    clear() {
      byReference.clear()
      kept.clear()
    },
  }
}

function judged(submitted: Submitted, refusal: Rejection | undefined): SmsMessage {
  const { reference } = submitted
  const id = `sms_${randomUUID()}`
  return {
    ...submitted,
    id,
    at: new Date().toISOString(),
    state: refusal ? 'rejected' : 'accepted',
    code: refusal?.code ?? null,
    attempts: 1,
    result: refusal ? { reference, status: 'rejected', ...refusal } : { reference, status: 'accepted', id },
  }
}
