import { expect, test } from 'vitest'
import { dueText, words } from './words.ts'

const facts = { name: 'Hauwa Bello', instructions: 'Bring the book', due: '3 May 2027 at 17:00' }
const DUE = new Date('2027-05-03T16:00:00Z')

test('titles, which stand on locked screens, name nobody; what is said behind them does', () => {
  for (const { titles, said } of Object.values(words))
    for (const what of ['reminder', 'handed_on', 'taken_over'] as const) {
      expect(titles[what]).not.toMatch(/Hauwa|Bello|book/)
      expect(said[what](facts)).toContain('Hauwa Bello')
    }
})

test('a reminder says what is to be done, for whom and until when; without a time it says no time', () => {
  expect(words.en.said.reminder(facts)).toBe('Bring the book (Hauwa Bello), due 3 May 2027 at 17:00')
  expect(words.en.said.reminder({ ...facts, due: '' })).toBe('Bring the book (Hauwa Bello)')
  expect(words.fr.said.reminder({ ...facts, due: '3 mai 2027 à 17:00' })).toBe(
    'Bring the book (Hauwa Bello), pour le 3 mai 2027 à 17:00',
  )
})

test('each language has words of its own for each of the three', () => {
  for (const what of ['reminder', 'handed_on', 'taken_over'] as const)
    expect(words.en.titles[what]).not.toBe(words.fr.titles[what])
})

test.each([
  ['Africa/Lagos', 'en', '3 May 2027 at 17:00'],
  ['America/New_York', 'en', '3 May 2027 at 12:00'],
  ['Pacific/Kiritimati', 'en', '4 May 2027 at 06:00'],
  ['Africa/Lagos', 'fr', '3 mai 2027 à 17:00'],
] as const)('in %s (%s) it is due %s', (timeZone, language, text) => {
  expect(dueText(DUE, timeZone, language)).toBe(text)
})

test('what is due at no time says none', () => {
  expect([dueText(null, 'Africa/Lagos', 'en'), dueText(null, 'Africa/Lagos', 'fr')]).toEqual(['', ''])
})
