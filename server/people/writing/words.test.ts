import { anyText } from '../../test-kit/any-text.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName } from '../../platform/clean-name.ts'
import { foldText } from '../../platform/fold-text.ts'
import { foldQuery, searchTerms } from './words.ts'

const someText = anyText(200)

describe('folding', () => {
  test.each([
    ['Adébáyọ̀', 'adebayo'],
    ['Ọlọ́runtóbi', 'oloruntobi'],
    ['Chukwuemeka Ńnamdị', 'chukwuemeka nnamdi'],
    ['Ɓala Ƙofa Ɗanjuma ʼYar’Aduwa', 'bala kofa danjuma yaraduwa'],
    ['Ɔseɩ Akɔsua Ŋmɛ', 'osei akosua nme'],
    ['Mɛnsah Ƒoli Ɖogbe Ʋedome', 'mensah foli dogbe vedome'],
    ['Øystein Łukasz Đorđe Weiß Ævar Œuvre Þór', 'oystein lukasz dorde weiss aevar oeuvre thor'],
    ['Irmak İpek ışık', 'irmak ipek isik'],
    ["O’Brien  O'Brien OʼBrien O`Brien", 'obrien obrien obrien obrien'],
    ['Jean-Luc (Junior) d’Almeida, Sr.', 'jean luc junior dalmeida sr'],
    ['  Ada \t\n Lovelace ', 'ada lovelace'],
    ['ﬁdelis Ａｄａ', 'fidelis ada'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد إبراهيم آمنة', 'احمد ابراهيم امنه'],
    ['مـــحمد', 'محمد'],
    ['ሰላም', 'ሰላም'],
    ['Ἀλέξανδρος', 'αλεξανδροσ'],
    ['Ёлка Йосиф', 'елка иосиф'],
    ['कृष्ण', 'कृष्ण'],
    ['\u200fאברהם\u200f', 'אברהם'],
    ['A\u200bd\u00ada\u202e', 'ada'],
    ['Ada 🌸', 'ada'],
    ['🌸', ''],
    ['\u0000\ud800', ''],
  ])('%j is searched as %j', (name, folded) => {
    expect(foldText(name)).toBe(folded)
  })

  test('composed and decomposed spellings are one', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
      }),
    )
  })

  test('folding twice changes nothing, and leaves no outer, double or hidden space', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(folded).toMatch(/^(?:\S+(?: \S+)*)?$/u)
        expect(folded.isWellFormed()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('search terms', () => {
  test('are names, e-mail and the phone as dialled abroad and at home', () => {
    const person = {
      firstName: 'Adébáyọ̀ Jean-Luc',
      lastName: 'O’Neil',
      email: 'Ade.Bayo@Example.com',
      phone: '+2348031234567',
    }
    expect(searchTerms(person)).toEqual([
      'adebayo',
      'jean',
      'luc',
      'oneil',
      'ade.bayo@example.com',
      '2348031234567',
      '08031234567',
    ])
  })

  test.each([
    ['+233244123456', ['233244123456', '0244123456']],
    ['+254712345678', ['254712345678', '0712345678']],
    ['+16502530000', ['16502530000', '6502530000']],
    ['+22901123456', ['22901123456']],
  ])('of %s hold %j', (phone, terms) => {
    expect(searchTerms({ firstName: '', lastName: '', phone })).toEqual(expect.arrayContaining(terms))
  })

  test('are distinct, never empty, and fit an index entry', () => {
    fc.assert(
      fc.property(someText, someText, someText, (firstName, lastName, email) => {
        const terms = searchTerms({ firstName, lastName, email, phone: null })
        expect(new Set(terms).size).toBe(terms.length)
        for (const term of terms) {
          expect(term).not.toMatch(/^$|[\s\0]/)
          expect(term.isWellFormed()).toBe(true)
          expect(Buffer.byteLength(term)).toBeLessThan(1_200)
        }
      }),
    )
    // Cut at an odd place, each of these would end in half a letter.
    const long = ['𐐨'.repeat(300), `a${'𐐨'.repeat(300)}`]
    for (const firstName of long)
      expect(searchTerms({ firstName, lastName: '' }).every((term) => term.isWellFormed())).toBe(true)
    expect(
      searchTerms({ firstName: 'ﷺ'.repeat(500), lastName: '𝔸'.repeat(300) }).every((term) => term.length <= 254),
    ).toBe(true)
  })
})

describe('a query', () => {
  test.each([
    ['Adé Bayọ', ['ade', 'bayo']],
    ['ade ADE', ['ade']],
    ['+234 803', ['234803']],
    ['0803 123', ['0803123']],
    ['(0803)-123.45', ['080312345']],
    ['00234 803', ['234803']],
    ['٠٨٠٣ ١٢٣', ['0803123']],
    ['\u202a+234 803\u202c', ['234803']],
    ['12', ['12']],
    ['Ade.Bayo@Ex', ['ade.bayo@ex']],
    ['Room 12b', ['room', '12b']],
    ['O’Ne', ['one']],
    ["%_'; --", []],
    ['   ', []],
  ])('%j looks for %j', (query, terms) => {
    expect(foldQuery(query)).toEqual(terms)
  })

  test('with the whole name, e-mail or phone of a person finds that person', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 30 })
    fc.assert(
      fc.property(name, name, (firstName, lastName) => {
        const person = {
          firstName: cleanName(firstName),
          lastName: cleanName(lastName),
          email: 'x@y.org',
          phone: '+2348031234567',
        }
        const terms = searchTerms(person)
        for (const query of [
          'X@Y.ORG',
          '+234 803 123 4567',
          '0803-123-4567',
          ...person.firstName.split('@').slice(0, 1),
        ]) {
          for (const word of foldQuery(query).filter((each) => !/^\d+$/.test(each))) {
            expect(
              terms.some((term) => term.startsWith(word)),
              `${word} in ${terms.join(' ')}`,
            ).toBe(true)
          }
        }
      }),
    )
  })
})

describe('a clean name', () => {
  test.each([
    ['  Ada\t Lovelace\r\n', 'Ada Lovelace'],
    ['A\u0000d\u0007a', 'Ada'],
    ['Ada\ud800', 'Ada'],
    ['\udc00Ada 🌸', 'Ada 🌸'],
    ['\u202eadA\u202c \u2066x\u2069', 'adA x'],
    ['\u200fאברהם', '\u200fאברהם'],
    ['👩🏾\u200d🌾 Ngozi', '👩🏾\u200d🌾 Ngozi'],
    ['Ade\u0301', 'Adé'],
    ['\ufeffAda\u200b', 'Ada'],
    ['=cmd|’/C calc’!A0', '=cmd|’/C calc’!A0'],
    ['\u200f\u200d', ''],
    [' ', ''],
  ])('of %j is %j', (raw, name) => {
    expect(cleanName(raw)).toBe(name)
  })

  test('has at most 100 characters, and no emoji is cut in half', () => {
    expect(Array.from(cleanName('🌸'.repeat(70_000)))).toHaveLength(100)
    fc.assert(
      fc.property(someText, (text) => {
        const name = cleanName(text)
        expect(Array.from(name).length).toBeLessThanOrEqual(100)
        expect(name.isWellFormed()).toBe(true)
        expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(cleanName(name)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })
})
