import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { draftVersion, failedReason } from './drafts.ts'
import { subjectLine } from './email-content.ts'
import { MESSAGE_MAX_LENGTH } from './sms.ts'
import { id } from '../pages.ts'

/** Occasions for which a church keeps a text. Nothing sends the one for receipts by itself: messages begin with it. */
export const defaultKinds = ['birthday', 'anniversary', 'welcome', 'receipt'] as const
export const defaultKind = z.enum(defaultKinds)
export type DefaultKind = z.infer<typeof defaultKind>

/** Those that go by themselves on their day. */
export const sentKind = z.enum(['birthday', 'anniversary', 'welcome'])
export type SentKind = z.infer<typeof sentKind>

/** Hours of the church's clocks at which they may begin. */
export const FIRST_HOUR = 6
export const LAST_HOUR = 17

const language = z.string().check(z.regex(/^[a-z]{2}$/))

const occasionText = z.object({
  language,
  /** Of the template, as `GetDefaultMessage` and compose take it. */
  id,
  message: z.string(),
  /** Of an email; '' for the name of the church. */
  subject: z.string(),
  version: draftVersion,
})

const setting = z.object({
  isOn: z.boolean(),
  channel: z.enum(['sms', 'email', 'push']),
  /** Of its text. */
  language,
  /** Of SMS: the sender ID. */
  senderId: z.string().check(z.trim(), z.maxLength(20)),
  hour: z.int().check(z.gte(FIRST_HOUR), z.lte(LAST_HOUR)),
})

export const defaultMessage = z.object({
  kind: defaultKind,
  /** Null: of receipts, which nothing sends. */
  setting: z.nullable(setting),
  texts: z.array(occasionText),
  /** Why it could not go last, and when (ISO 8601); null: nothing is wrong. */
  problem: z.nullable(z.object({ reason: failedReason, at: z.string() })),
  /** How many people have got it so far. */
  sent: z.int(),
})
export type DefaultMessage = z.infer<typeof defaultMessage>

export const listDefaultMessages = endpoint({
  method: 'GET',
  path: '/api/messaging/default-messages',
  access: { ability: 'messages.read' },
  summary:
    'The church’s messages for birthdays, anniversaries, welcomes and receipts, and whether they go by themselves',
  response: z.array(defaultMessage),
  errors: [],
})

/** `text_missing`: it cannot be switched on without a text in its language. */
export const saveDefaultMessage = endpoint({
  method: 'PUT',
  path: '/api/messaging/default-messages/{kind}',
  access: { ability: 'messages.send' },
  summary: 'Whether the message of an occasion goes by itself, how, and when',
  params: z.object({ kind: sentKind }),
  body: setting,
  response: defaultMessage,
  errors: ['invalid_input', 'sender_not_approved', 'text_missing'],
})

export const saveDefaultText = endpoint({
  method: 'PUT',
  path: '/api/messaging/default-messages/{kind}/texts/{language}',
  access: { ability: 'messages.send' },
  summary: 'The text for an occasion in one language; versions as of drafts',
  params: z.object({ kind: defaultKind, language }),
  body: z.object({
    message: z
      .string()
      .check(z.trim(), z.normalize('NFC'), z.minLength(1, 'Enter your message'), z.maxLength(MESSAGE_MAX_LENGTH)),
    subject: z.optional(subjectLine.check(z.trim())),
    version: draftVersion,
  }),
  response: defaultMessage,
  errors: ['invalid_input', 'changed_meanwhile', 'too_many_drafts'],
})
