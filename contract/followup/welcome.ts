import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'
import { source } from './settings.ts'

const access = { ability: 'followup.manage' } as const
const text = z.nullable(z.string())
/** Yes 0, No 1, Maybe 2. */
const interest = z.int().check(z.gte(0), z.lte(2))

/** In the order of the poster and of the choice on the form. */
export const welcomeLanguages = ['en', 'fr'] as const
const language = z.enum(welcomeLanguages)
export type WelcomeLanguage = z.infer<typeof language>

export const WELCOME_WORDS_MAX_LENGTH = 200
const sentence = z.string().check(z.trim(), z.maxLength(WELCOME_WORDS_MAX_LENGTH))

/** Under the title, and behind "Thank you"; empty: ours. */
const words = z.object({ lead: sentence, thanks: sentence })

const choices = {
  isOn: z.boolean(),
  /** Those of the church that are not offered on the form. */
  hiddenSources: z.array(z.int().check(z.gte(1), z.lte(30_000))).check(z.maxLength(100)),
  /** Answers to whether they would like to join; none: it is not asked. */
  interests: z.array(interest).check(z.maxLength(3)),
  words: z.object({ en: words, fr: words }),
}

const form = z.object({
  ...choices,
  churchName: z.string(),
  /** Where the form is; null: the church has no address yet. */
  link: text,
  sources: z.array(source),
  /** Of the last 30 days, and when the last one was (ISO 8601). */
  filledIn: z.int(),
  lastAt: text,
  places: z.array(z.object({ place: z.string(), filledIn: z.int() })),
  waiting: z.int(),
})
export type WelcomeForm = z.infer<typeof form>

export const readWelcomeForm = endpoint({
  method: 'GET',
  path: '/api/followup/welcome/form',
  access,
  summary: 'The public form for people who are there for the first time: where it is, what it asks, how it is used',
  response: form,
  errors: [],
})

export const changeWelcomeForm = endpoint({
  method: 'PUT',
  path: '/api/followup/welcome/form',
  access: { ability: 'church.manage' },
  summary: 'Switch the form on or off; which sources and answers it offers, and in which words',
  body: z.object(choices),
  response: form,
  errors: ['invalid_input'],
})

/**
 * Why an entry is doubtful: a field that nobody sees was filled in, what is no name of somebody, too fast, a page of long ago or
 * none of ours, many at once, no room.
 */
export const welcomeDoubt = z.enum(['trap', 'name', 'hurried', 'stale', 'forged', 'network', 'church', 'full'])
export type WelcomeDoubt = z.infer<typeof welcomeDoubt>

/** `claimed`: somebody has the phone already. `doubtful`: nobody was entered yet. */
const entry = z.object({
  id,
  at: z.string(),
  state: z.enum(['claimed', 'doubtful']),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: text,
  smsConsent: z.boolean(),
  emailConsent: z.nullable(z.boolean()),
  source: text,
  interest: z.nullable(z.int()),
  place: text,
  doubts: z.array(welcomeDoubt),
  /** Who has the phone; `memberType` null: a member. */
  known: z.nullable(
    z.object({
      id,
      firstName: z.string(),
      lastName: z.string(),
      email: text,
      memberType: z.nullable(z.int()),
      isArchived: z.boolean(),
    }),
  ),
})
export type WelcomeEntry = z.infer<typeof entry>

export const listWelcomeEntries = endpoint({
  method: 'GET',
  path: '/api/followup/welcome/entries',
  access,
  summary: 'What was said on the form and waits for a decision: what is least odd first, then the oldest',
  response: z.object({ entries: z.array(entry), total: z.int() }),
  errors: [],
})

/**
 * Of claimed ones: `same_person` was there again and what is new is taken over, `second_person` has the same phone. Of doubtful
 * ones: `enter`. Of both: `dismiss`, which changes nobody. What was decided before stays.
 */
export const decideWelcomeEntries = endpoint({
  method: 'POST',
  path: '/api/followup/welcome/decisions',
  access,
  summary: 'Decide about what was said on the form',
  body: z.object({
    ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
    decision: z.enum(['same_person', 'second_person', 'enter', 'dismiss']),
  }),
  response: z.object({ decided: z.int() }),
  errors: ['invalid_input', 'not_found', 'archived'],
})
export type WelcomeDecision = 'same_person' | 'second_person' | 'enter' | 'dismiss'
