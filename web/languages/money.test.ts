import { expect, test } from 'vitest'
import { moneyIn } from './money.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const english = moneyIn('en')

test('an amount stands with the sign of its currency, whole ones without decimals', () => {
  expect([english.minor(2_500_000, 'NGN'), english.minor(950, 'USD'), english.minor(900, 'USD')].map(plain)).toEqual([
    '₦25,000',
    '$9.50',
    '$9',
  ])
})

test('a currency without a smaller unit is not divided', () => {
  expect(plain(english.minor(2950, 'XOF'))).toBe('CFA 2,950')
})

test('where the currency is named beside, the amount stands alone', () => {
  expect(english.plain(2_500_050, 'NGN')).toBe('25,000.50')
  expect(plain(moneyIn('fr').plain(2_500_050, 'NGN'))).toBe('25 000,50')
})

test('a price keeps the decimals that it has', () => {
  expect([english.decimal('5.9', 'NGN'), english.decimal('0.0125', 'USD')].map(plain)).toEqual(['₦5.9', '$0.0125'])
})
