import { expect, test } from 'vitest'
import type { Translate } from '../languages/index.ts'
import { agesWords, ageWords } from './ages.ts'

/** The text's name with its values, in place of a language. */
const t: Translate = (id, values = {}) => [id.replace('checkin.age.', ''), ...Object.values(values)].join(' ')

test('an age is said in months until the second birthday', () => {
  expect(ageWords(0, t)).toBe('months 0')
  expect(ageWords(23, t)).toBe('months 23')
  expect(ageWords(24, t)).toBe('years 2')
  expect(ageWords(107, t)).toBe('years 8')
})

test('an age that nobody knows is said to be unknown', () => {
  expect(ageWords(null, t)).toBe('unknown')
})

test('a class for everybody says nothing of ages', () => {
  expect(agesWords(null, null, t)).toBe('')
})

test('whole years are said together, the last month included', () => {
  expect(agesWords(24, 71, t)).toBe('wholeYears 2 5')
  expect(agesWords(null, 23, t)).toBe('wholeYears 0 1')
})

test('an age that is no whole year is said with its months', () => {
  expect(agesWords(18, 47, t)).toBe('fromTo both 1 6 years 3')
  expect(agesWords(24, 40, t)).toBe('fromTo years 2 both 3 4')
  expect(agesWords(6, 20, t)).toBe('fromTo months 6 both 1 8')
})

test('a class without an end says where it begins', () => {
  expect(agesWords(216, null, t)).toBe('from years 18')
})
