import { expect, test } from 'vitest'
import { fitText } from './fit-text.ts'

/** Every letter with its marks is half as wide as it is high. */
const measure = (text: string, size: number): number => ([...new Intl.Segmenter().segment(text)].length * size) / 2
const fitting = { width: 100, size: 40, smallest: 20, weight: 700 }

test('a short name stands in its full size', () => {
  expect(fitText('Ada', fitting, measure)).toEqual({ text: 'Ada', size: 40 })
})

test('a longer name gets smaller before it is cut', () => {
  expect(fitText('Oluwase', fitting, measure)).toEqual({ text: 'Oluwase', size: 28 })
})

test('a name that does not fit in the smallest size is cut at a letter, with its marks', () => {
  const { text, size } = fitText('Tèmítọ́pẹ́ọlúwa', fitting, measure)
  expect(size).toBe(20)
  expect(text).toBe('Tèmítọ́pẹ́ọ…')
  expect(measure(text, size)).toBeLessThanOrEqual(100)
})

test('what fits nowhere is only the sign that something is missing', () => {
  expect(fitText('Ada', { ...fitting, width: 5 }, measure).text).toBe('…')
})
