import { createHash } from 'node:crypto'
import { searchTerms } from '../names/fold.ts'
import type { CheckedPerson } from './checked-person.ts'

/** What a person of a file is found by: E.164, and the address in small letters. */
export type RowKeys = { phone: string | null; mark: string | null }

/** An address as it stands among the words that people are found by; null without one. */
export const emailKey = (email: string | null): string | null =>
  email === null ? null : (searchTerms({ firstName: '', lastName: '', email })[0] ?? null)

/** Rows with neither phone nor address are doubles only when everything in them is the same. */
export const keysOf = (person: CheckedPerson): RowKeys => ({
  phone: person.phone,
  mark: emailKey(person.email) ?? (person.phone === null ? digestOf(person) : null),
})

const digestOf = (person: CheckedPerson): string =>
  `=${createHash('sha256').update(JSON.stringify(person)).digest('base64url')}`
