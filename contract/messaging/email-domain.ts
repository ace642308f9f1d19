import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What a domain is proved and signed by. `spf`: whom bounces go to, and by that who may send. */
export const domainLineKind = z.enum(['spf', 'dkim', 'dmarc'])
export type DomainLineKind = z.infer<typeof domainLineKind>

/** `unanswered`: the DNS did not answer, and what was known stands. */
export const domainLineState = z.enum(['found', 'differs', 'missing', 'unanswered'])
export type DomainLineState = z.infer<typeof domainLineState>

/**
 * What is wrong with a line: it ends too early, has quotation marks inside, stands there twice, stands behind the domain's name
 * once more, leads elsewhere, or just says something else.
 */
export const domainLineFault = z.enum(['cut', 'quoted', 'several', 'doubled_name', 'elsewhere', 'other'])
export type DomainLineFault = z.infer<typeof domainLineFault>

const domainLine = z.object({
  kind: domainLineKind,
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string(),
  state: domainLineState,
  /** What stands there instead. */
  found: z.nullable(z.string()),
  fault: z.nullable(domainLineFault),
})
export type DomainLine = z.infer<typeof domainLine>

/**
 * `waiting`: not proved yet; `signing`: emails come from it, some line is missing; `aligned`: everything is right;
 * `lost`: the signature is gone; `held`: another church of the installation has proved it and still does.
 */
export const domainState = z.enum(['waiting', 'signing', 'aligned', 'lost', 'held'])
export type DomainState = z.infer<typeof domainState>

export const emailDomain = z.object({
  name: z.string(),
  state: domainState,
  /** Instants, ISO 8601. */
  checkedAt: z.nullable(z.string()),
  nextCheckAt: z.string(),
  lostAt: z.nullable(z.string()),
  /** Of five: the three lines, alignment and one-click. */
  right: z.int(),
  lines: z.array(domainLine),
  /** The line of a new key, until it is found and takes the other one's place. */
  newKey: z.nullable(domainLine),
  /** Names of keys that have been replaced: their lines may go from the day on. */
  oldKeys: z.array(z.object({ name: z.string(), removableFrom: z.string() })),
  alignment: z.object({ signedBy: z.nullable(z.string()), bouncesTo: z.string() }),
})
export type EmailDomain = z.infer<typeof emailDomain>

const senderName = z
  .string()
  .check(z.normalize('NFC'), z.trim(), z.maxLength(60), z.regex(/^[^\p{Cc}<>"@]*$/u, 'Write a name without < > " @.'))
const localPart = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(40),
    z.regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/, 'Use letters, digits, dots and dashes.'),
  )

export const emailSettings = z.object({
  sender: z.object({
    /** Null: the name of the church. */
    fromName: z.nullable(z.string()),
    localPart: z.string(),
    /** Null: whoever sends. */
    replyTo: z.nullable(z.string()),
    /** Whether it is counted how many open an email. */
    countsOpens: z.boolean(),
  }),
  churchName: z.string(),
  /** Where emails come from as things stand. */
  address: z.string(),
  /** Without a domain of the church's own. */
  usualAddress: z.string(),
  /** Emails of a day without a domain that is right; null: as many as one likes. */
  daily: z.nullable(z.object({ most: z.int(), sent: z.int() })),
  domain: z.nullable(emailDomain),
})
export type EmailSettings = z.infer<typeof emailSettings>

const access = { ability: 'church.manage' } as const

export const readEmailSettings = endpoint({
  method: 'GET',
  path: '/api/messaging/email/settings',
  access,
  summary: 'In whose name emails go, and how the church’s own domain stands',
  response: emailSettings,
  errors: [],
})

export const updateEmailSender = endpoint({
  method: 'PUT',
  path: '/api/messaging/email/settings/sender',
  access,
  summary: 'Change in whose name emails go and where answers go',
  body: z.object({
    fromName: z.nullable(senderName),
    localPart,
    replyTo: z.nullable(z.string().check(z.maxLength(254))),
    /** Left out: as it is. */
    countsOpens: z.optional(z.boolean()),
  }),
  response: emailSettings,
  errors: ['invalid_input'],
})

export const claimEmailDomain = endpoint({
  method: 'PUT',
  path: '/api/messaging/email/settings/domain',
  access,
  summary:
    'Name the domain that emails are to come from; the lines that prove it follow. The same again changes nothing',
  body: z.object({ domain: z.string().check(z.trim(), z.maxLength(254)) }),
  response: emailSettings,
  errors: ['invalid_input', 'mail_service_domain', 'too_many_tries'],
})

export const checkEmailDomain = endpoint({
  method: 'POST',
  path: '/api/messaging/email/settings/domain/check',
  access,
  summary: 'Look at the lines in the DNS now',
  response: emailSettings,
  errors: ['not_found', 'too_many_tries'],
})

export const renewEmailKey = endpoint({
  method: 'POST',
  path: '/api/messaging/email/settings/domain/key',
  access,
  summary: 'Make a new key; the one before signs until the line of the new one is found',
  response: emailSettings,
  errors: ['not_found', 'too_many_tries'],
})

export const removeEmailDomain = endpoint({
  method: 'DELETE',
  path: '/api/messaging/email/settings/domain',
  access,
  summary: 'Send from the installation’s domain again and forget the keys',
  response: emailSettings,
  errors: [],
})
