import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'

/** What a group of recipients costs: so many people at so many pages each. */
const pageLine = z.object({ people: z.int(), pages: z.int() })

export const MESSAGE_MAX_LENGTH = 1600
/** Each may grow to a hundred letters: more would make a text that no phone shows. */
export const NAME_MARKS_MAX = 10
/** Numbers typed or pasted into one message; a file takes as many. */
export const TYPED_NUMBERS_MAX = 100_000
/** A body with as many numbers, and as many people, as one message takes. */
const MESSAGE_BYTES = 2_500_000
export const ALL_CONTACTS = 'membership_00000000-0000-0000-0000-000000000000'
/** Stands for a first name that is not known, unless the sender chose another word. */
export const DEFAULT_NEUTRAL_NAME = 'Friend'

/** Where a message goes. The sets may overlap: every number gets the message once. */
export const destination = z.object({
  allContacts: z.optional(z.boolean()),
  groupIds: z.optional(z.array(id).check(z.maxLength(500))),
  personIds: z.optional(z.array(id).check(z.maxLength(5_000))),
  /** Numbers typed by hand, split by commas, semicolons or new lines. */
  phoneNumbers: z.optional(z.string().check(z.maxLength(2_000_000))),
  contactFileId: z.optional(id),
})
export type Destination = z.infer<typeof destination>

// One sign of two code points would make a plain message dear.
const message = z.string().check(
  z.normalize('NFC'),
  z.minLength(1, 'Enter your message'),
  z.maxLength(MESSAGE_MAX_LENGTH),
  z.refine((text) => text.split(/#name#/i).length - 1 <= NAME_MARKS_MAX, 'Write #name# at most ten times'),
)
const neutralName = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)))

export const invalidNumber = z.object({ value: z.string(), reason: z.string() })

export const smsQuote = z.object({
  /** Everybody in the destination, before anything is taken away. */
  chosen: z.int(),
  duplicates: z.int(),
  optedOut: z.int(),
  withoutNumber: z.int(),
  invalid: z.int(),
  invalidNumbers: z.array(invalidNumber),
  recipients: z.int(),
  lines: z.array(pageLine),
  segments: z.int(),
  units: z.int(),
  balance: z.int(),
  /** Negative when units are missing. */
  balanceAfter: z.int(),
  /** Up to five of the recipients, with the text each of them will read. */
  samples: z.array(z.object({ name: z.string(), phone: z.string(), text: z.string() })),
  /** Set when characters outside the plain SMS alphabet make the message dearer and replacing them helps. */
  saving: z.nullable(z.object({ units: z.int(), message: z.string() })),
})
export type SmsQuote = z.infer<typeof smsQuote>

export const quoteSms = endpoint({
  method: 'POST',
  path: '/api/messaging/sms/quote',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'What a message would cost and who would receive it; sends nothing',
  body: z.object({ destination, message, neutralName }),
  bodyBytes: MESSAGE_BYTES,
  response: smsQuote,
  errors: ['invalid_input', 'too_many_tries'],
})

/** Refusals a person must read come as HTTP 200 with `status: false` and a code. */
export const smsSent = z.object({
  status: z.boolean(),
  message: z.string(),
  unitsUsed: z.int(),
  code: z.optional(z.enum(['not_enough_units', 'sender_not_approved', 'no_recipients', 'quote_changed'])),
  sentMessageDTO: z.optional(
    z.object({ id, message: z.string(), smsUnitsUsed: z.int(), report: z.array(z.object({ status: z.string() })) }),
  ),
})

export const sendSms = endpoint({
  method: 'POST',
  path: '/api/Messaging/sendSms',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Send an SMS to contacts, groups, persons, numbers or an uploaded file',
  idempotent: true,
  body: z.object({
    /** The sender ID. */
    subject: z.string().check(z.trim(), z.maxLength(20)),
    message,
    /** Person ids, or objects with one. */
    contacts: z.nullish(z.array(z.unknown()).check(z.maxLength(5_000))),
    /** `group_<id>`, or `membership_` and the empty guid for all contacts. */
    groupedContacts: z.nullish(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500))),
    /** Person ids, split by commas. */
    ToContacts: z.nullish(z.string().check(z.maxLength(200_000))),
    /** Phone numbers, split by commas or new lines; spaces are fine. */
    toOthers: z.nullish(z.string().check(z.maxLength(2_000_000))),
    contactFileId: z.optional(id),
    isPersonalized: z.optional(z.boolean()),
    ispersonalized: z.optional(z.boolean()),
    neutralName,
    /** The units of the quote that the sender saw; when they no longer agree nothing is sent. */
    quotedUnits: z.optional(z.int()),
    // Existing clients send more (isoCode, category …), which the server takes from the session and the route.
  }),
  bodyBytes: MESSAGE_BYTES,
  response: smsSent,
  errors: ['invalid_input', 'too_many_tries'],
})

export const getCommunicationGroups = endpoint({
  method: 'GET',
  path: '/api/Messaging/getCommunicationGroups',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Groups that can be written to, by category heading',
  response: z.record(z.string(), z.array(z.object({ id, name: z.string(), category: z.string() }))),
  errors: [],
})
