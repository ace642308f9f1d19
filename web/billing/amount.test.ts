import { expect, test } from 'vitest'
import { isTooMuch, preview, readAmount } from './amount.ts'

test('an amount is read as people write it', () => {
  for (const [typed, text] of [
    ['25000', '25000'],
    ['25,000', '25000'],
    ['1,234,567.5', '1234567.5'],
    ['25 000,50', '25000.50'],
    ['29,5', '29.5'],
    ['1’000', '1000'],
    [' 8.85 ', '8.85'],
  ])
    expect(readAmount(typed ?? '')?.text).toBe(text)
})

test('what is no amount above zero, or more than the server takes, is none', () => {
  for (const typed of [
    '',
    '0',
    '0.00',
    '-5',
    '+5',
    'abc',
    '1e309',
    'NaN',
    'Infinity',
    '1.2.3',
    '1234567890',
    '1.1234567',
    '٥',
  ])
    expect({ typed, read: readAmount(typed) }).toEqual({ typed, read: null })
})

test('an amount of more than nine figures is too much; nonsense is not', () => {
  for (const typed of ['1234567890', '1,000,000,000', '1 000 000 000,50'])
    expect({ typed, is: isTooMuch(typed) }).toEqual({ typed, is: true })
  for (const typed of ['999,999,999', '0000000000', '-1234567890', '1e309', '1.1234567', 'Infinity', ''])
    expect({ typed, is: isTooMuch(typed) }).toEqual({ typed, is: false })
})

test('units come from the amount as typed, the total from the amount rounded up', () => {
  const amount = readAmount('8.85')
  expect(amount && preview(amount.amount, '5.9', 'NGN')).toEqual({ units: 2n, totalMinor: 900n })
})
