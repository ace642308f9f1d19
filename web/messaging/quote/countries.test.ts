import { expect, test } from 'vitest'
import { foldedCountries } from './countries.ts'

const country = (isoCode: string | null, people: number) => ({ isoCode, people, pages: people * 2 })

test('many countries are told as the first of them and all others, and nobody is lost', () => {
  const few = [country('NG', 9), country('KE', 8), country('GH', 7), country('ZA', 6), country(null, 5)]
  expect(foldedCountries(few)).toEqual(few)
  expect(foldedCountries([...few, country('GB', 1)])).toEqual([...few.slice(0, 4), country(null, 6)])
  expect(foldedCountries([country(null, 9), ...few.slice(0, 4), country('GB', 1)])).toEqual([
    country('NG', 9),
    country('KE', 8),
    country('GH', 7),
    country(null, 16),
  ])
})
