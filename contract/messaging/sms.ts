import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { deliveryReason } from './delivery-reasons.ts'
import { id, pageOf, pageQuery } from '../pages.ts'
import { senderState } from './sender-ids.ts'
import { openHours } from './sending-hours.ts'

/** What a group of recipients costs: so many people at so many pages each. */
const pageLine = z.object({ people: z.int(), pages: z.int() })

export const MESSAGE_MAX_LENGTH = 1600
/** Each may grow to a hundred letters: more would make a text that no phone shows. */
export const NAME_MARKS_MAX = 10
/** Numbers typed or pasted into one message; a file takes as many. */
export const TYPED_NUMBERS_MAX = 100_000
/** People whom one message goes to. */
export const RECIPIENTS_MAX = 100_000
/** A body with as many numbers, and as many people, as one message takes. */
export const MESSAGE_BYTES = 2_500_000
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
  /** Those whom this sent message failed to reach, and no message to them since. */
  failedOf: z.optional(id),
  /** Only those of them whom it failed for one of these reasons; `cancelled`: those who were left when it was cancelled. */
  failedFor: z.optional(z.array(deliveryReason).check(z.minLength(1), z.maxLength(deliveryReason.options.length))),
})
/** Of an email what was typed are addresses (`emailDestination`). */
export type Destination = z.infer<typeof destination> & { emailAddresses?: string | undefined }

// One sign of two code points would make a plain message dear.
const message = z.string().check(
  z.normalize('NFC'),
  z.minLength(1, 'Enter your message'),
  z.maxLength(MESSAGE_MAX_LENGTH, 'Write at most 1,600 characters'),
  z.refine((text) => text.split(/#name#/i).length - 1 <= NAME_MARKS_MAX, 'Write #name# at most ten times'),
)
/** Whether the message ends in a line by which its recipient stops them; left out: as the church has set it. */
const optOutLink = z.optional(z.boolean())
const neutralName = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)))

/** null or none of the church's country: the usual one. */
export const routeId = z.nullish(z.string().check(z.maxLength(40)))

export const invalidNumber = z.object({ value: z.string(), reason: z.string() })

/** How many messages leave when. */
export const departure = z.object({
  /** Of the recipients; null: their numbers are of no country. */
  isoCode: z.nullable(z.string()),
  /** null: now. */
  at: z.nullable(z.string()),
  people: z.int(),
  routeId: z.string(),
  /** The hours of the day on which they leave, and whose clock that is; null: at any time. */
  hours: z.nullable(z.extend(openHours, { timeZone: z.string() })),
})
export type Departure = z.infer<typeof departure>

/**
 * One route of the church's country, with what the message would cost and when it would leave. Numbers of other countries go
 * by their own routes, whatever is chosen: their units are among these.
 */
export const quotedRoute = z.object({
  id: z.string(),
  name: z.string(),
  legacyName: z.string(),
  legacyFlag: z.int(),
  /** What is said of its hours: `available 8am to 7:30pm`. */
  availability: z.string(),
  /** Whether it reaches numbers that want no bulk messages from the networks. */
  reachesDnd: z.boolean(),
  units: z.int(),
  /** Recipients who would get it by this route. */
  people: z.int(),
  /** Of one page, as an exact decimal rounded to the currency; null: units have no price here. */
  price: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
  departures: z.array(departure),
})

/** Recipients who see a number instead of the name: on networks that did not approve it, guessed from their numbers. */
export const numberInstead = z.object({
  mask: z.string(),
  people: z.int(),
  of: z.int(),
  byNetwork: z.array(z.object({ networkId: z.string(), name: z.string(), people: z.int(), state: senderState })),
})

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
  /** The line with the opt-out link behind the message, which its pages count; '' when there is none. */
  footer: z.string(),
  /** Of the route that was asked for, or the usual one: `routeId`. Those that leave now first. */
  departures: z.array(departure),
  routeId: z.string(),
  /** The routes to choose from, the usual one first. */
  routes: z.array(quotedRoute),
  /** Recipients by the country of their number, most first; null: of none that is known. */
  countries: z.array(
    z.object({
      isoCode: z.nullable(z.string()),
      people: z.int(),
      pages: z.int(),
      routeId: z.string(),
      routeName: z.string(),
    }),
  ),
  /** null: no sender ID was named, the church has none of that name, or nobody would. */
  numberInstead: z.nullable(numberInstead),
  /** Set when characters outside the plain SMS alphabet make the message dearer and replacing them helps. */
  saving: z.nullable(z.object({ units: z.int(), message: z.string() })),
})
export type SmsQuote = z.infer<typeof smsQuote>

export const quoteSms = endpoint({
  method: 'POST',
  path: '/api/messaging/sms/quote',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'What a message would cost and who would receive it; sends nothing',
  body: z.object({
    destination,
    message,
    neutralName,
    /** The sender ID. */
    senderId: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    routeId,
    optOutLink,
  }),
  bodyBytes: MESSAGE_BYTES,
  response: smsQuote,
  errors: ['invalid_input', 'too_many_recipients', 'too_many_tries'],
})

/** Why somebody is named: skipped for one of three reasons, or a reader of a number in the place of the sender ID. */
export const whoAsked = z.enum(['without_number', 'duplicates', 'opted_out', 'number_instead'])
export type WhoAsked = z.infer<typeof whoAsked>

export const namedPerson = z.object({
  /** '' where nobody has the number. */
  name: z.string(),
  /** null: they have none. */
  phone: z.nullable(z.string()),
  /** How often the number is among those chosen. */
  times: z.int(),
  /** The network that the number seems to be of, where it does not show the sender ID. */
  network: z.nullable(z.string()),
})
export type NamedPerson = z.infer<typeof namedPerson>

export const listWho = endpoint({
  method: 'POST',
  path: '/api/messaging/sms/quote/people',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Who is counted in one line of a quote: skipped, or seeing a number instead of the sender ID',
  body: z.object({
    destination,
    which: whoAsked,
    /** The sender ID, for those who would see a number instead. */
    senderId: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    cursor: pageQuery.cursor,
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
  }),
  bodyBytes: MESSAGE_BYTES,
  response: pageOf(namedPerson),
  errors: ['invalid_input', 'invalid_cursor', 'too_many_tries'],
})

/** Refusals a person must read come as HTTP 200 with `status: false` and a code. */
export const smsSent = z.object({
  status: z.boolean(),
  message: z.string(),
  unitsUsed: z.int(),
  code: z.optional(
    z.enum(['not_enough_units', 'sender_not_approved', 'no_recipients', 'too_many_recipients', 'quote_changed']),
  ),
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
    failedOf: z.optional(id),
    failedFor: destination.shape.failedFor,
    routeId,
    /** A route by its name or number there (`hybridKonnect` or 0, `hostedsms` or 1); what the country has not is passed over. */
    gateWayToUse: z.nullish(z.union([z.string().check(z.maxLength(40)), z.int()])),
    isPersonalized: z.optional(z.boolean()),
    ispersonalized: z.optional(z.boolean()),
    neutralName,
    optOutLink,
    /** The units of the quote that the sender saw; when they no longer agree nothing is sent. */
    quotedUnits: z.optional(z.int()),
    // Existing clients send more (isoCode, category …), which the server takes from the session and the route.
  }),
  bodyBytes: MESSAGE_BYTES,
  response: smsSent,
  errors: ['invalid_input', 'too_many_tries'],
})

export const testSms = endpoint({
  method: 'POST',
  path: '/api/messaging/sms/test',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Send one message to oneself, or to somebody of the church, to see it on a phone; leaves at any hour',
  idempotent: true,
  body: z.object({
    senderId: z.string().check(z.trim(), z.maxLength(20)),
    message,
    neutralName,
    routeId,
    optOutLink,
    /** As it is dialled at home, or with the country's code. */
    phone: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  }),
  response: z.object({ units: z.int() }),
  errors: ['invalid_input', 'sender_not_approved', 'not_enough_units', 'too_many_tries'],
})

export const getCommunicationGroups = endpoint({
  method: 'GET',
  path: '/api/Messaging/getCommunicationGroups',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Groups that can be written to, by category heading',
  response: z.record(z.string(), z.array(z.object({ id, name: z.string(), category: z.string() }))),
  errors: [],
})
