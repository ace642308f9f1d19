import { anyText } from '#server/test-kit/any-text.ts'
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalisePhone } from './normalise-phone.ts'
import { ownMobile } from './own-mobile.ts'
import { splitPhones } from './split-phones.ts'

const accepted: [country: string, raw: string, e164: string][] = [
  ['NG', '08031234567', '+2348031234567'],
  ['NG', '0803 123 4567', '+2348031234567'],
  ['NG', '0803-123-4567', '+2348031234567'],
  ['NG', '0803.123.4567', '+2348031234567'],
  ['NG', '0803–123—4567', '+2348031234567'],
  ['NG', '(0803) 1234567', '+2348031234567'],
  ['NG', '[0803] 1234567', '+2348031234567'],
  ['NG', '0803/1234567', '+2348031234567'],
  ['NG', '8031234567', '+2348031234567'],
  ['NG', '8031234567.0', '+2348031234567'],
  ['NG', '2348031234567.00', '+2348031234567'],
  ['NG', '2348031234567', '+2348031234567'],
  ['NG', '+2348031234567', '+2348031234567'],
  ['NG', '++234 803 123 4567', '+2348031234567'],
  ['NG', '+234 (0) 803 123 4567', '+2348031234567'],
  ['NG', '+23408031234567', '+2348031234567'],
  ['NG', '23408031234567', '+2348031234567'],
  ['NG', '(+234) 803 123 4567', '+2348031234567'],
  ['NG', '002348031234567', '+2348031234567'],
  ['NG', '00 234 803 123 4567', '+2348031234567'],
  ['NG', '+00 234 803 123 4567', '+2348031234567'],
  ['NG', '009 44 7911 123456', '+447911123456'],
  ['NG', "'08031234567", '+2348031234567'],
  ['NG', '"08031234567"', '+2348031234567'],
  ['NG', '="08031234567"', '+2348031234567'],
  ['NG', '“0803 123 4567”', '+2348031234567'],
  ['NG', 'tel:+234-803-123-4567', '+2348031234567'],
  ['NG', 'TEL: 08031234567', '+2348031234567'],
  ['NG', '\u202a+234 803 123 4567\u202c', '+2348031234567'],
  ['NG', '\u200e0803\u00a0123\u202f4567\u200f', '+2348031234567'],
  ['NG', '\ufeff08031234567\u0000', '+2348031234567'],
  ['NG', '０８０３１２３４５６７', '+2348031234567'],
  ['NG', '＋２３４ ８０３ １２３ ４５６７', '+2348031234567'],
  ['NG', '٠٨٠٣١٢٣٤٥٦٧', '+2348031234567'],
  ['NG', '۰۸۰۳۱۲۳۴۵۶۷', '+2348031234567'],
  ['NG', '०८०३१२३४५६७', '+2348031234567'],
  ['NG', '߀߈߀߃߁߂߃߄߅߆߇', '+2348031234567'],
  ['NG', '07061234567', '+2347061234567'],
  ['NG', '09091234567', '+2349091234567'],
  ['NG', '447911123456', '+447911123456'],
  ['NG', '+44 20 7946 0958', '+442079460958'],
  ['NG', '233244123456', '+233244123456'],
  ['GH', '0244123456', '+233244123456'],
  ['GH', '244123456', '+233244123456'],
  ['GH', '+233 (0)24 412 3456', '+233244123456'],
  ['GH', '00233 244 123 456', '+233244123456'],
  ['KE', '0712 345 678', '+254712345678'],
  ['KE', '712345678', '+254712345678'],
  ['KE', '254712345678', '+254712345678'],
  ['KE', '000 44 7911 123456', '+447911123456'],
  ['KE', '0110 123 456', '+254110123456'],
  ['ZA', '082 123 4567', '+27821234567'],
  ['ZA', '27821234567', '+27821234567'],
  ['ZA', '0027 82 123 4567', '+27821234567'],
  ['ZA', '821234567', '+27821234567'],
  ['US', '(650) 253-0000', '+16502530000'],
  ['US', '1-650-253-0000', '+16502530000'],
  ['US', '650.253.0000', '+16502530000'],
  ['US', '011 234 803 123 4567', '+2348031234567'],
  ['US', '2348031234567', '+2348031234567'],
  ['GB', '07911 123456', '+447911123456'],
  ['GB', '+44 (0)7911 123456', '+447911123456'],
  ['GB', '020 7946 0958', '+442079460958'],
  ['GB', '7911123456', '+447911123456'],
  ['XX', '+2348031234567', '+2348031234567'],
]

const refused: [country: string, raw: string, reason: string][] = [
  ['NG', '', 'empty'],
  ['NG', ' \u00a0\u200e ', 'empty'],
  ['NG', '-', 'empty'],
  ['NG', "''", 'empty'],
  ['NG', '2.34803E+12', 'scientific_notation'],
  ['NG', '2,34803e+12', 'scientific_notation'],
  ['NG', '8.03123E9', 'scientific_notation'],
  ['NG', '2.34803E+12', 'scientific_notation'],
  ['NG', 'Ada', 'not_a_number'],
  ['NG', 'N/A', 'not_a_number'],
  ['NG', '0803 CALL ME', 'not_a_number'],
  ['NG', '08O31234567', 'not_a_number'],
  ['NG', '08031234567 ext 5', 'not_a_number'],
  ['NG', '0803123456¹', 'not_a_number'],
  ['NG', '0803 123 4567/8', 'not_a_number'],
  ['NG', '0803+1234567', 'not_a_number'],
  ['NG', '08031234567, 08051234567', 'not_a_number'],
  ['NG', '=1+1', 'not_a_number'],
  ['NG', '#REF!', 'not_a_number'],
  ['NG', '123', 'too_short'],
  ['NG', '0803123456', 'too_short'],
  ['NG', '803123456', 'too_short'],
  ['NG', '23480312345', 'too_short'],
  ['NG', '+234803123456', 'too_short'],
  ['NG', '080312345678', 'too_long'],
  ['NG', '+23480312345678', 'too_long'],
  ['NG', '2348031234567890', 'too_long'],
  ['NG', '08031234567 08051234567', 'too_long'],
  ['NG', '0'.repeat(70_000), 'too_long'],
  ['NG', 'a'.repeat(70_000), 'not_a_number'],
  ['NG', '00000000000', 'not_valid_here'],
  ['NG', '01234567890', 'not_valid_here'],
  ['NG', '+999123456789', 'not_valid_here'],
  ['NG', '+08031234567', 'not_valid_here'],
  // A digit too many in an own number reads as a land line in Tokyo: never guessed.
  ['NG', '81312345677', 'too_long'],
  // Without a plus, a mobile of Norway is rather a slip in an own number.
  ['NG', '4740612345', 'not_valid_here'],
  ['GH', '08031234567', 'too_long'],
  ['GH', '024412345', 'too_short'],
  ['GH', '02441234567', 'too_long'],
  ['KE', '071234567', 'too_short'],
  ['KE', '0912345678', 'not_valid_here'],
  ['ZA', '08212345', 'too_short'],
  ['US', '253-0000', 'too_short'],
  ['US', '(123) 456-7890', 'not_valid_here'],
  ['GB', '07911 12345', 'too_short'],
  ['GB', '07911 1234567', 'too_long'],
  ['XX', '08031234567', 'not_valid_here'],
  ['__proto__', '08031234567', 'not_valid_here'],
]

describe('a phone number as people write it', () => {
  test.each(accepted)('in %s, %j is %s', (country, raw, e164) => {
    expect(normalisePhone(raw, country)).toEqual({ ok: true, e164 })
  })

  test.each(refused)('in %s, %j is refused: %s', (country, raw, reason) => {
    expect(normalisePhone(raw, country)).toEqual({ ok: false, reason })
  })

  test('is never changed by separators, quotes and marks around its digits', () => {
    const noise = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u200e', '\u202c', '–', '\u0000')
    const digits = fc.tuple(
      fc.constantFrom('803', '706', '812', '909', '913'),
      fc.integer({ min: 2_000_000, max: 9_999_999 }),
    )
    fc.assert(
      fc.property(digits, fc.array(noise, { minLength: 11, maxLength: 11 }), ([prefix, rest], between) => {
        const national = `0${prefix}${rest}`
        const messy = [...national].map((digit, index) => `${digit}${between[index]}`).join('')
        expect(normalisePhone(messy, 'NG')).toEqual(normalisePhone(national, 'NG'))
        expect(normalisePhone(`+234${national.slice(1)}`, 'NG')).toEqual(normalisePhone(national, 'NG'))
      }),
    )
  })

  test('whatever is typed, the answer is a valid number or a reason, and a valid number stays itself', () => {
    const countries = fc.constantFrom('NG', 'GH', 'KE', 'ZA', 'US', 'GB', 'XX')
    const typed = fc.oneof(anyText(40), fc.string({ unit: fc.constantFrom(...'+0123456789 ()-./'), maxLength: 20 }))
    fc.assert(
      fc.property(typed, countries, (raw, country) => {
        const phone = normalisePhone(raw, country)
        if (!phone.ok) return
        expect(phone.e164).toMatch(/^\+[1-9]\d{6,14}$/)
        expect(parsePhoneNumberFromString(phone.e164)?.isValid()).toBe(true)
        expect(normalisePhone(phone.e164, country)).toEqual(phone)
      }),
      { numRuns: 3_000 },
    )
  })

  test.each(getCountries().filter((country) => (examples[country]?.length ?? 0) >= 6))(
    'in %s a mobile is read as dialled at home and from abroad',
    (country) => {
      const mobile = parsePhoneNumberFromString(examples[country] ?? '', country)
      expect(normalisePhone(mobile?.formatNational() ?? '', country)).toEqual({ ok: true, e164: mobile?.number })
      expect(normalisePhone(mobile?.formatInternational() ?? '', 'NG')).toEqual({ ok: true, e164: mobile?.number })
    },
  )
})

test('of every country what is known of its mobiles beforehand is what the library says of each number', () => {
  const lengthOf = (country: CountryCode) => examples[country]?.length ?? 9
  const numberIn = (country: CountryCode) =>
    fc
      .tuple(
        fc.constantFrom('', '0', '1', '8', '00', `+${getCountryCallingCode(country)}`),
        fc.constantFrom('', (examples[country] ?? '').slice(0, 3), (examples[country] ?? '').slice(0, 1)),
        fc.string({
          unit: fc.constantFrom(...'0123456789'),
          minLength: lengthOf(country),
          maxLength: lengthOf(country),
        }),
        fc.constantFrom(0, 0, 0, 1, -1),
      )
      .map(([before, begin, rest, more]) => before + (begin + rest).slice(0, lengthOf(country) + more))
  let known = 0
  for (const country of getCountries())
    fc.assert(
      fc.property(numberIn(country), (digits) => {
        const own = ownMobile(digits, country)
        if (own === undefined) return
        known += 1
        const phone = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
        expect([phone?.isValid(), phone?.number]).toEqual([true, own])
      }),
      { numRuns: Number(process.env['NUMBERS'] ?? 100) },
    )
  expect(known).toBeGreaterThan(2_000)
})

test('numbers typed together are split by comma, semicolon, tab and line, spaces stay', () => {
  expect(splitPhones(' 0803 123 4567,\n+44 7911 123456;;0805\t0706\r\n,')).toEqual([
    '0803 123 4567',
    '+44 7911 123456',
    '0805',
    '0706',
  ])
  expect(splitPhones(' , ;\n')).toEqual([])
})
