import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likenessOf } from './like-name.ts'

describe('a typed name and one that is known', () => {
  test.each([
    ['Olú Adéyẹmí', 'Olu Adeyemi', 'same'],
    ['ADEYEMI, Olu', 'Olu Adeyemi', 'same'],
    ['Chief Dr. Olu Adeyemi', 'Olu Adeyemi', 'same'],
    ['Mrs Ngozi O’Brien-Eze', 'ngozi obrien eze', 'same'],
    ['Chief Dr. O. Adeyemi', 'Adeyemi Olu', 'alike'],
    ['Adeyemi', 'Olu Adeyemi', 'alike'],
    ['Olumide Adeyemi', 'Olu Adeyemi', 'alike'],
    ['Olu A.', 'Olu Adeyemi', 'alike'],
    ['Olu Adeyeme', 'Olu Adeyemi', 'alike'],
    ['Olu Adeymei', 'Olu Adeyemi', 'alike'],
    ['Olu Babatunde Adeyemi', 'Olu Adeyemi', 'alike'],
    ['Bisi Adeyemi', 'Olu Adeyemi', 'other'],
    ['Ola Adeyemi', 'Olu Adeyemi', 'other'],
    ['O. A.', 'Olu Adeyemi', 'other'],
    ['Mama', 'Olu Adeyemi', 'other'],
    ['...', 'Olu Adeyemi', 'other'],
    ['Mother', 'Mother', 'same'],
    ['Uncle Olu Adeyemi', 'Olu Adeyemi', 'same'],
    ['Uncle Ade', 'Aunty Ade', 'other'],
    ['Chief Adeyemi', 'Olu Adeyemi', 'alike'],
  ])('%s and %s are %s', (typed, known, likeness) => {
    expect(likenessOf(typed, known)).toBe(likeness)
    expect(likenessOf(known, typed)).toBe(likeness)
  })
})

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 6, maxLength: 9 })
const name = fc
  .array(word, { minLength: 2, maxLength: 4 })
  .filter((words) => likenessOf(words.join(' '), '') === 'other')
const title = fc.constantFrom('Chief', 'Dr.', 'MRS', 'Pastor', 'Alhaji', 'Engr')
const marked = (text: string): string =>
  [...text].map((sign, place) => (place % 2 ? `${sign}\u0301` : sign.toUpperCase())).join('')

describe('whatever the name', () => {
  test('marks, case, order and titles do not make it another one', () => {
    fc.assert(
      fc.property(name, fc.array(title, { maxLength: 3 }), fc.nat(), (words, titles, turn) => {
        const at = turn % words.length
        const turned = [...words.slice(at), ...words.slice(0, at)].map(marked)
        expect(likenessOf([...titles, ...turned].join(', '), words.join(' '))).toBe('same')
      }),
    )
  })

  test('initials for all but one of its words still make somebody ask', () => {
    fc.assert(
      fc.property(name, fc.nat(), (words, kept) => {
        const short = words.map((one, place) => (place === kept % words.length ? one : `${one[0]}.`))
        expect(likenessOf(short.toReversed().join(' '), words.join(' '))).not.toBe('other')
      }),
    )
  })

  test('it goes both ways, and a name goes with itself', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [first, second] = [one.join(' '), other.join(' ')]
        expect(likenessOf(first, second)).toBe(likenessOf(second, first))
        expect(likenessOf(first, first)).toBe('same')
      }),
    )
  })

  test('names that share no letter at their beginnings are others', () => {
    const from = (signs: string) =>
      fc.array(fc.string({ unit: fc.constantFrom(...signs), minLength: 3, maxLength: 8 }), {
        minLength: 1,
        maxLength: 3,
      })
    fc.assert(
      fc.property(from('bcdfghj'), from('klnpqtvw'), (one, other) => {
        expect(likenessOf(one.join(' '), other.join(' '))).toBe('other')
      }),
    )
  })
})
