import { expect, test } from 'vitest'
import { freeTerms, type Guardian } from '#contract/checkin/guardians.ts'
import { matching, NO_FILTER } from './filter.ts'

const guardian = (firstName: string, part: Partial<Guardian> = {}): Guardian => ({
  personId: firstName,
  firstName,
  lastName: 'Ọlátúnjí',
  phone: null,
  gender: null,
  pictureUrl: null,
  permission: 'allowed',
  terms: freeTerms,
  usedAt: null,
  byChurch: false,
  ...part,
})
const aunt = guardian('Bísí')
const driver = guardian('Musa', { permission: 'limited', terms: { ...freeTerms, childIds: ['ada'] } })
const uncle = guardian('Kunle', { permission: 'not_authorised', terms: null })
const all = [aunt, driver, uncle]

test('names are found with and without marks, by any part', () => {
  expect(matching(all, { ...NO_FILTER, search: 'bisi olat' })).toEqual([aunt])
  expect(matching(all, { ...NO_FILTER, search: ' Ọlátúnjí ' })).toEqual(all)
})

test('a permission leaves the others out; none leaves nobody out', () => {
  expect(matching(all, { ...NO_FILTER, permissions: ['limited', 'not_authorised'] })).toEqual([driver, uncle])
  expect(matching(all, NO_FILTER)).toEqual(all)
})

test('a child is concerned by who may collect all, and by who may collect that child', () => {
  expect(matching(all, { ...NO_FILTER, child: 'ada' })).toEqual([aunt, driver])
  expect(matching(all, { ...NO_FILTER, child: 'obi' })).toEqual([aunt])
})
