import { z } from 'zod'

const LOOPBACK_HOST = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/

/** Receipts go to this machine only, so the sandbox can never be made to call a stranger. */
function isOnThisMachine(address: string): boolean {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return false
  return LOOPBACK_HOST.test(url.hostname)
}

const MESSAGES_PER_CALL = 1_000

const reference = z.string().min(1).max(200)

export const submission = z.object({
  messages: z
    .array(
      z.object({
        reference,
        from: z.string().min(1).max(20),
        to: z.string().max(50),
        text: z.string().min(1).max(5_000),
      }),
    )
    .min(1)
    .max(MESSAGES_PER_CALL),
  receiptUrl: z
    .string()
    .refine(isOnThisMachine, 'must be an http address on this machine (127.0.0.0/8, ::1, localhost)'),
})

export const lookup = z.object({ references: z.array(reference).min(1).max(MESSAGES_PER_CALL) })

/** One message as the caller hands it over. `to` is E.164. */
export type Submitted = z.output<typeof submission>['messages'][number]

export type Rejection = { code: string; message: string }

/** What became of an accepted message; `at` is ISO 8601. */
export type Receipt = { reference: string; id: string; state: 'delivered' | 'failed'; code: string | null; at: string }
