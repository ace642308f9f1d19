import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedLetters } from './words.ts'

test('of the words that begin with a text, exactly one shares fewer letters than it has', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '😁'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 8 }), word, (terms, text) => {
      const found = sharedLetters(terms).filter(({ term }) => term.startsWith(text))
      const counted = found.filter(({ shared }) => shared < text.length)
      expect(counted).toHaveLength(found.length === 0 ? 0 : 1)
    }),
    { numRuns: 2_000 },
  )
})
