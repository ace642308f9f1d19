import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../test-kit/any-text.ts'
import { areSimilar, foldedName } from './similar-names.ts'

const named = (name: string) => {
  const [firstName = '', ...rest] = name.split(' ')
  return foldedName({ firstName, lastName: rest.join(' ') })
}
const similar = (one: string, other: string) => areSimilar(named(one), named(other))

describe('names are similar', () => {
  test.each([
    ['Adébáyọ̀ Okafor', 'Adebayo Bello'],
    ['Chi Eze', 'Chidịnma Eze'],
    ['Ngozi Eze', 'Ngozy Eze'],
    ['Oluwatobiloba Ade', 'Oluwatobiolba Ade'],
    ['Chukwuemeka Eze', 'Chukwemecka Eze'],
    ['Ngozi Eze', 'Ngoiz Bello'],
    ['Eze Ngozi', 'Ngozi Eze'],
  ])('%s and %s', (one, other) => expect(similar(one, other)).toBe(true))

  test.each([
    ['Ngozi Eze', 'Chidi Eze'],
    ['Ada Eze', 'Ida Eze'],
    ['Ada Eze', 'Ade Bello'],
    ['Al Eze', 'Alban Eze'],
    ['Kemi Ade', 'Femi Bello'],
    ['😀 😀', '😁 😀'],
  ])('not %s and %s', (one, other) => expect(similar(one, other)).toBe(false))

  test('either way round, and to themselves', () => {
    const name = fc.record({ firstName: anyText(12), lastName: anyText(12) }).map(foldedName)
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(areSimilar(one, other)).toBe(areSimilar(other, one))
        expect(areSimilar(one, one)).toBe(one.whole !== '')
      }),
      { numRuns: 500 },
    )
  })
})
