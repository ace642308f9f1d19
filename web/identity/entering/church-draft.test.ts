import { expect, test } from 'vitest'
import type { Country } from '#contract/identity/countries.ts'
import { countryHere, zoneIn } from './church-draft.ts'

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
const elsewhere = 'Pacific/Chatham'
const country = (isoCode: string, timeZones: string[]): Country => ({
  id: 1,
  name: isoCode,
  isoCode,
  currency: 'NGN',
  dialCode: '+234',
  timeZones,
})

test('the country of a device is the one that has its zone', () => {
  const countries = [country('NZ', [elsewhere]), country('NG', [elsewhere, here])]
  expect(countryHere(countries)?.isoCode).toBe('NG')
  expect(countryHere([country('NZ', [elsewhere])])).toBeUndefined()
})

test('the zone of a device is proposed where the country has it, else the most usual one', () => {
  expect(zoneIn(country('NG', [elsewhere, here]))).toBe(here)
  expect(zoneIn(country('NZ', [elsewhere]))).toBe(elsewhere)
  expect(zoneIn(country('AQ', []))).toBe('UTC')
})
