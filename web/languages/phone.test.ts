import { getExampleNumber, type CountryCode } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { groupPhone } from './phone.ts'

const COUNTRIES: readonly CountryCode[] = [
  'NG',
  'GH',
  'KE',
  'UG',
  'TZ',
  'RW',
  'ET',
  'ZA',
  'ZM',
  'ZW',
  'MW',
  'MZ',
  'NA',
  'BW',
  'AO',
  'CD',
  'CG',
  'CM',
  'GA',
  'BI',
  'SN',
  'GM',
  'ML',
  'GN',
  'CI',
  'BF',
  'NE',
  'TG',
  'BJ',
  'LR',
  'SL',
  'US',
  'CA',
  'GB',
  'FR',
]

/** How many digits stand before each gap. */
const gaps = (grouped: string) =>
  [...grouped.matchAll(/ /g)].map(({ index }) => grouped.slice(0, index).replaceAll(/\D/g, '').length)

test.each(COUNTRIES)(
  'a mobile number of %s has a gap wherever its country writes one, and the same digits',
  (country) => {
    const number = getExampleNumber(country, examples)
    const grouped = groupPhone(number?.number ?? '')
    expect(grouped.replaceAll(' ', '')).toBe(number?.number)
    expect(gaps(grouped)).toEqual(expect.arrayContaining(gaps(number?.formatInternational() ?? '')))
    expect(gaps(grouped).length).toBeGreaterThan(1)
  },
)

test('a Nigerian number reads as three, three, four', () => {
  expect(groupPhone('+2348031234567')).toBe('+234 803 123 4567')
})

test.each(['+23412345678', '+2348031234567890', '+4915112345678', '+290123', 'GRACE', ''])(
  '%j, which it does not know, stays as it is',
  (value) => {
    expect(groupPhone(value)).toBe(value)
  },
)
