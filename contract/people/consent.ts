import { z } from 'zod/mini'

/** How a refusal of bulk messages came: by the link in a message, noted by staff, by a reply, or not agreed to on the welcome form. */
const optOutSource = z.enum(['link', 'desk', 'reply', 'form'])
export type OptOutSource = z.infer<typeof optOutSource>

export const optOut = z.object({
  /** `all`: every channel. */
  channel: z.enum(['sms', 'email', 'push', 'all']),
  source: optOutSource,
  /** Instant, ISO 8601. */
  at: z.string(),
})
export type OptOut = z.infer<typeof optOut>

/** Why bulk emails to an address are stopped: refused for good, refused for now three times in 30 days, or marked as spam. */
export const addressStop = z.object({
  reason: z.enum(['hard', 'soft', 'complaint']),
  /** What the receiving server said. */
  words: z.nullable(z.string()),
  /** Instant, ISO 8601. */
  at: z.string(),
})
/** Why somebody thinks that a stopped address works again. */
export const releaseReason = z.string().check(z.trim(), z.minLength(3, 'Write why.'), z.maxLength(200))
export type AddressStop = z.infer<typeof addressStop>
