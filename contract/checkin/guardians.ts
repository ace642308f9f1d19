import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { gender } from '../people/persons.ts'

const nullableText = z.nullable(z.string())

/** Days are of the church's calendar, both included. `weekdays`: 1 Monday to 7 Sunday; empty: any. */
export const grantTerms = z.object({
  kind: z.enum(['allowed', 'not_authorised']),
  /** Null: every child of the family. */
  childIds: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(30))),
  fromDay: z.nullable(calendarDay),
  untilDay: z.nullable(calendarDay),
  weekdays: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.maxLength(7)),
  /**
   * A pass for one visit: whom it names may be fetched together or one after the other, as far as they are in class when the
   * first of them leaves; each once.
   */
  oneTime: z.boolean(),
  note: z.string().check(z.trim(), z.maxLength(300)),
})
export type GrantTerms = z.infer<typeof grantTerms>

/** Allowed, without any limit. */
export const freeTerms: GrantTerms = {
  kind: 'allowed',
  childIds: null,
  fromDay: null,
  untilDay: null,
  weekdays: [],
  oneTime: false,
  note: '',
}

/** What is meant by terms as they were filled in: who must not collect must not on any day. */
export const meantBy = (terms: GrantTerms): GrantTerms =>
  terms.kind === 'allowed' ? terms : { ...freeTerms, kind: terms.kind, childIds: terms.childIds, note: terms.note }

export const guardian = z.object({
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  phone: nullableText,
  gender: z.nullable(gender),
  pictureUrl: nullableText,
  /** What they may do today. `allowed` without any limit is what the page shows as Allowed. */
  permission: z.enum(['allowed', 'limited', 'not_now', 'used', 'not_authorised']),
  /** Null: nothing was said, so nothing is allowed. */
  terms: z.nullable(grantTerms),
  /** When the one-time pass was used; instant. */
  usedAt: nullableText,
  /** Set by the church: the family cannot change it. */
  byChurch: z.boolean(),
})
export type Guardian = z.infer<typeof guardian>

export const listGuardians = endpoint({
  method: 'GET',
  path: '/api/checkin/guardians',
  access: 'guardian_always',
  summary: 'Who may collect the children of the own family, besides the parents',
  response: z.object({
    guardians: z.array(guardian),
    /** The children that a grant may name. */
    children: z.array(z.object({ personId: id, firstName: z.string(), lastName: z.string() })),
  }),
  errors: ['not_found'],
})

const guardianPerson = {
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  lastName: z.string().check(z.trim(), z.maxLength(120)),
  phone: z.nullable(z.string().check(z.trim(), z.maxLength(60))),
  gender: z.nullable(gender),
  pictureUrl: z.nullable(z.string().check(z.maxLength(300))),
  terms: grantTerms,
}

/**
 * "Not authorised" counts without a picture too, and then the desk has only the name. Somebody of this name and phone who is a guardian already
 * is not added again: the terms are said of them. Nobody else gets the name of whom the church has barred or limited
 * (`set_by_church`).
 */
export const addGuardian = endpoint({
  method: 'POST',
  path: '/api/checkin/guardians',
  access: 'guardian_always',
  summary: 'Add a guardian to the own family',
  body: z.object(guardianPerson),
  response: guardian,
  errors: ['invalid_input', 'not_found', 'not_allowed', 'set_by_church', 'family_full', 'too_many_tries'],
  idempotent: true,
})

export const editGuardian = endpoint({
  method: 'PUT',
  path: '/api/checkin/guardians/{id}',
  access: 'guardian_always',
  summary: 'Change a guardian of the own family and what they may do',
  params: idParams,
  body: z.object({
    ...guardianPerson,
    /** A one-time pass that was used is good once more; without it the same terms leave it used. */
    renewPass: z.optional(z.boolean()),
  }),
  response: guardian,
  errors: ['invalid_input', 'not_found', 'not_allowed', 'set_by_church'],
})

// ── the same for the church, which may name somebody whom a family cannot name ──

const familyParams = z.object({ id, personId: id })
const familyGrants = z.object({
  familyName: z.string(),
  /** Everybody of whom something was said, and guardians of whom nothing was. */
  guardians: z.array(guardian),
  children: z.array(z.object({ personId: id, firstName: z.string(), lastName: z.string() })),
})

export const listFamilyGrants = endpoint({
  method: 'GET',
  path: '/api/checkin/families/{id}/guardians',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Who may, or may not, collect the children of a family, besides its parents',
  params: idParams,
  response: familyGrants,
  errors: ['invalid_input', 'not_found'],
})

/**
 * What the church says of somebody takes the place of what was said before, also of a parent; the family cannot change it.
 * Null: nothing is said any more. "Not authorised" counts without a picture of the person too.
 */
export const setFamilyGrant = endpoint({
  method: 'PUT',
  path: '/api/checkin/families/{id}/guardians/{personId}',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Say for the church who may, or may not, collect the children of a family',
  params: familyParams,
  body: z.object({ terms: z.nullable(grantTerms) }),
  response: familyGrants,
  errors: ['invalid_input', 'not_found'],
})
