import { expect, test } from 'vitest'
import { suggestClass } from './suggest-class.ts'

const one = (id: string, rest: object = {}) => ({
  id,
  groupId: null,
  name: id,
  ageFrom: null,
  ageUntil: null,
  placesLeft: 5,
  ...rest,
})
const nursery = one('Nursery', { ageUntil: 23 })
const toddlers = one('Toddlers', { ageFrom: 24, ageUntil: 71 })
const teens = one('Teens', { ageFrom: 120, groupId: 'g', placesLeft: null })
const guests = one('Guests')
const all = [guests, nursery, toddlers, teens]

test.each([
  ['by age, at both ends', { last: null, ageMonths: 24 }, 'Toddlers'],
  ['by age, without a lower end', { last: null, ageMonths: 23 }, 'Nursery'],
  [
    'what was chosen last time comes before the age',
    { last: { groupId: null, name: 'nursery' }, ageMonths: 30 },
    'Nursery',
  ],
  ['the group of last time under another name', { last: { groupId: 'g', name: 'Youth' }, ageMonths: 30 }, 'Teens'],
  ['the class of last time is gone', { last: { groupId: null, name: 'Choir' }, ageMonths: 130 }, 'Teens'],
  ['nothing is known', { last: null, ageMonths: null }, null],
  ['no class of that age', { last: null, ageMonths: 100 }, null],
])('%s', (_what, about, suggested) => {
  expect(suggestClass(all, about)).toBe(suggested)
})

test('a full class is not suggested, whatever was chosen last time', () => {
  const full = { ...nursery, placesLeft: 0 }
  expect(suggestClass([full, toddlers], { last: { groupId: null, name: 'Nursery' }, ageMonths: 20 })).toBeNull()
  expect(suggestClass([full, toddlers], { last: { groupId: null, name: 'Nursery' }, ageMonths: 30 })).toBe('Toddlers')
})
