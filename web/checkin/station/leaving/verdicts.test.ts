import { expect, test } from 'vitest'
import type { Collection, Verdict } from '#contract/checkin/station.ts'
import { inClass, verdictFor } from './verdicts.ts'

const child = (personId: string, state: 'registered' | 'checked_in' | 'checked_out') => ({
  personId,
  firstName: personId,
  lastName: '',
  pictureUrl: null,
  className: 'Primary',
  state,
  checkedInAt: null,
})
const collectorWith = (...verdicts: Verdict[]) => ({
  personId: 'bisi',
  name: 'Bisi',
  role: 7,
  phone: null,
  pictureUrl: null,
  verdicts,
  note: '',
})
const collection: Collection = {
  eventId: 'e',
  registrationId: 'r',
  familyName: 'Ọlátúnjí',
  codeShown: true,
  children: [child('ada', 'checked_in'), child('ben', 'checked_in'), child('chi', 'checked_out')],
  collectors: [],
}
const verdict = (chosen: string[], ...verdicts: Verdict[]) =>
  verdictFor(collection, collectorWith(...verdicts), new Set(chosen))

test('one child who may not go decides for all who are chosen', () => {
  expect(verdict(['ada', 'ben'], 'allowed', 'wrong_day', 'allowed')).toBe('wrong_day')
  expect(verdict(['ada', 'ben'], 'not_authorised', 'no_grant', 'allowed')).toBe('not_authorised')
})

test('a child who is not chosen does not count', () => {
  expect(verdict(['ada'], 'allowed', 'not_authorised', 'no_grant')).toBe('allowed')
})

test('only children in class can go', () => {
  expect(inClass(collection)).toEqual(['ada', 'ben'])
})
