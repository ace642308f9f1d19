import { expect, test } from 'vitest'
import { nameOrder, plain } from './names.ts'

test('a name is found with and without its marks, in whatever way a keyboard wrote them', () => {
  expect(plain(' Ọlátúnjí ')).toBe('olatunji')
  expect(plain('Ọ'.normalize('NFC'))).toBe(plain('Ọ'.normalize('NFD')))
  expect(plain('ﬁfth')).toBe('fifth')
  expect(plain('')).toBe('')
})

test('numbers in names count as numbers, marks do not part names', () => {
  expect(['Class 10', 'Class 9', 'Émile', 'Eva'].toSorted(nameOrder('en'))).toEqual([
    'Class 9',
    'Class 10',
    'Émile',
    'Eva',
  ])
})
