import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAllCountries, listCountries as listCountriesCall } from '#contract/identity/countries.ts'
import { currencies } from '#contract/money.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { findCountry, listCountries } from './countries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

describe('countries', () => {
  test.each([
    ['NG', 566, 'Nigeria', 'NGN', '+234', 'Africa/Lagos'],
    ['GH', 288, 'Ghana', 'GHS', '+233', 'Africa/Accra'],
    ['CD', 180, 'Congo - Kinshasa', 'USD', '+243', 'Africa/Kinshasa'],
    ['US', 840, 'United States', 'USD', '+1', 'America/New_York'],
    ['GB', 826, 'United Kingdom', 'GBP', '+44', 'Europe/London'],
    ['SL', 694, 'Sierra Leone', 'USD', '+232', 'Africa/Freetown'],
    ['CI', 384, 'Côte d’Ivoire', 'XOF', '+225', 'Africa/Abidjan'],
    ['AU', 36, 'Australia', 'USD', '+61', 'Australia/Sydney'],
    ['XK', 983, 'Kosovo', 'EUR', '+383', 'Europe/Belgrade'],
  ])(
    '%s is number %i, %s, pays %s, is dialled %s and keeps the time of %s',
    (isoCode, id, name, currency, dialCode, zone) => {
      const country = findCountry(isoCode)
      expect(country).toMatchObject({ id, name, currency, dialCode })
      expect(country?.timeZones[0]).toBe(zone)
    },
  )

  test('have numbers of their own, currencies we can write and zones that exist', () => {
    const all = listCountries()
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(235)
    for (const { currency, timeZones } of all) {
      expect(currencies.get(currency)?.withdrawn).toBeUndefined()
      expect(currencies.has(currency)).toBe(true)
      for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    }
  })

  test('are known to the database by their zones', async () => {
    const zones = [...new Set(listCountries().flatMap(({ timeZones }) => timeZones))]
    const [row] = await app.look(
      'select count(*)::int as known from unnest($1::text[]) z where exists (select from pg_timezone_names n where n.name = z)',
      [zones],
    )
    expect(row).toEqual({ known: zones.length })
  })

  test('are told to everybody, by name, also in the shape of existing clients', async () => {
    const { body } = await app.call(listCountriesCall, {})
    const names = body.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    const flat = await app.call(getAllCountries, {})
    expect(flat.body).toContainEqual({ id: 566, name: 'Nigeria', currency: 'NGN', isoCode: 'NG' })
    expect(flat.body.length).toBe(body.length)
  })
})
