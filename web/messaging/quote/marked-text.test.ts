import { expect, test } from 'vitest'
import { markedParts } from './marked-text.ts'

test('marks each dear sign and leaves the text whole', () => {
  const parts = markedParts('We’re “glad” 🌸', ['’', '“', '”'])
  expect(parts.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(['’', '“', '”'])
  expect(parts.map(({ text }) => text).join('')).toBe('We’re “glad” 🌸')
})

test('a text without dear signs is one part', () => {
  expect(markedParts('Welcome', ['’'])).toEqual([{ text: 'Welcome', isMarked: false }])
  expect(markedParts('', ['’'])).toEqual([])
})
