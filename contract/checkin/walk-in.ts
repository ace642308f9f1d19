import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'
import { gender } from '../people/persons.ts'
import { careNote } from './family.ts'
import { labels, stationFamily } from './station.ts'

const desk = { ability: 'checkin.desk' } as const

/** A family that nobody knows yet. With a phone number that the church knows, those are answered to choose from instead. */
export const walkIn = endpoint({
  method: 'POST',
  path: '/api/checkin/station/walk-in',
  access: desk,
  summary: 'Register and check in a family that has come for the first time',
  body: z.object({
    eventId: id,
    parent: z.object({
      firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
      lastName: z.string().check(z.trim(), z.maxLength(120)),
      phone: z.nullable(z.string().check(z.trim(), z.maxLength(60))),
      role: z.union([z.literal(1), z.literal(2), z.literal(6)]),
    }),
    children: z
      .array(
        z.object({
          firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
          lastName: z.string().check(z.trim(), z.maxLength(120)),
          /** Whole years; null: not asked yet. */
          years: z.nullable(z.int().check(z.gte(0), z.lte(25))),
          classId: id,
          allergy: z.string().check(z.trim(), z.maxLength(80)),
        }),
      )
      .check(z.minLength(1), z.maxLength(12)),
    /** The families with this phone were looked at: it is none of them. */
    isNew: z.boolean(),
    stationId: z.optional(z.nullable(id)),
  }),
  response: z.object({ known: z.array(stationFamily), labels: z.nullable(labels), familyId: z.nullable(id) }),
  errors: ['invalid_input', 'not_found', 'class_full', 'class_removed', 'not_today'],
  idempotent: true,
})

/** What is still missing of a family that came in by the short form: asked while the labels print. Notes that are there stay. */
export const completeFamily = endpoint({
  method: 'PUT',
  path: '/api/checkin/station/family',
  access: desk,
  summary: 'Add birthdays, genders and care notes to children of a family that is at the door',
  body: z.object({
    familyId: id,
    children: z
      .array(
        z.object({
          personId: id,
          birthDay: z.nullable(z.int().check(z.gte(1), z.lte(31))),
          birthMonth: z.nullable(z.int().check(z.gte(1), z.lte(12))),
          birthYear: z.nullable(z.int().check(z.gte(1880), z.lte(2200))),
          gender: z.nullable(gender),
          care: z.array(careNote).check(z.maxLength(20)),
        }),
      )
      .check(z.minLength(1), z.maxLength(30)),
  }),
  bodyBytes: 512 * 1024,
  response: stationFamily,
  errors: ['invalid_input', 'not_found'],
})
