import { anyText } from '../../test-kit/any-text.ts'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dearSigns, firstNameOf, personalise, plainAlternative, segmentsOf } from '#contract/messaging/segments.ts'

type SplitSms = { split: (text: string) => { characterSet: 'GSM' | 'Unicode'; parts: unknown[]; length: number } }
const splitSms = createRequire(import.meta.url)('split-sms') as SplitSms

function bySplitSms(text: string): unknown {
  const { characterSet, parts, length } = splitSms.split(text.normalize('NFC'))
  return { encoding: characterSet === 'GSM' ? 'gsm' : 'ucs2', characters: length, segments: parts.length }
}

const gsmSign = fc.constantFrom(
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà\f^{}\\[~]|€',
)
const dearSign = fc.constantFrom(...'ọẹ“”–…₦ç🌸👩\u200d\u0301')

describe('segments', () => {
  test.each([
    ['a'.repeat(160), 'gsm', 160, 1],
    ['a'.repeat(161), 'gsm', 161, 2],
    ['a'.repeat(306), 'gsm', 306, 2],
    ['a'.repeat(307), 'gsm', 307, 3],
    ['a'.repeat(459), 'gsm', 459, 3],
    ['a'.repeat(460), 'gsm', 460, 4],
    ['ọ'.repeat(70), 'ucs2', 70, 1],
    ['ọ'.repeat(71), 'ucs2', 71, 2],
    ['ọ'.repeat(134), 'ucs2', 134, 2],
    ['ọ'.repeat(135), 'ucs2', 135, 3],
    ['€'.repeat(80), 'gsm', 80, 1],
    ['€'.repeat(81), 'gsm', 81, 2],
    // Some keyboards write a letter and its marks one after the other.
    ['é'.repeat(160).normalize('NFD'), 'gsm', 160, 1],
    ['ọ́'.normalize('NFC').repeat(10).normalize('NFD'), 'ucs2', 20, 1],
    ['', 'gsm', 0, 0],
  ])('of %j', (text, encoding, characters, segments) => {
    expect(segmentsOf(text)).toEqual({ encoding, characters, segments })
  })

  test('a two-place sign is not split at place 153', () => {
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`).segments).toBe(2)
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`).segments).toBe(3)
    expect(segmentsOf(`${'a'.repeat(151)}€${'a'.repeat(153)}`).segments).toBe(2)
  })

  test('an emoji is not split at place 67', () => {
    expect(segmentsOf(`${'ọ'.repeat(66)}🌸${'ọ'.repeat(65)}`)).toEqual({
      encoding: 'ucs2',
      characters: 132,
      segments: 2,
    })
    expect(segmentsOf(`${'ọ'.repeat(66)}🌸${'ọ'.repeat(66)}`).segments).toBe(3)
    expect(segmentsOf(`${'ọ'.repeat(65)}🌸${'ọ'.repeat(67)}`).segments).toBe(2)
    expect(segmentsOf('🌸'.repeat(35)).segments).toBe(1)
    expect(segmentsOf('🌸'.repeat(36)).segments).toBe(2)
  })

  test('agree with split-sms on any well-formed text', () => {
    const plain = fc.string({ unit: gsmSign, minLength: 1, maxLength: 700 })
    const dear = fc.string({ unit: fc.oneof(gsmSign, dearSign), minLength: 1, maxLength: 400 })
    const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(fc.oneof(plain, dear, any), (text) => {
        expect(segmentsOf(text)).toEqual(bySplitSms(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('agree with split-sms sign by sign over the whole basic plane', () => {
    const different = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
      (sign) =>
        sign.isWellFormed() && segmentsOf(sign).encoding !== (bySplitSms(sign) as { encoding: string }).encoding,
    )
    expect(different).toEqual([])
  })

  test('half a surrogate pair takes one place, also the last', () => {
    expect(segmentsOf(`${'ọ'.repeat(69)}\ud83c`)).toEqual({ encoding: 'ucs2', characters: 70, segments: 1 })
    expect(segmentsOf(`${'\ud83c'.repeat(135)}`).segments).toBe(3)
  })
})

describe('a personal message', () => {
  test.each([
    ['Dear #name#, come', 'Ada Lovelace', 'Dear Ada, come'],
    ['#NAME# and #Name#', 'Ada', 'Ada and Ada'],
    ['Dear #name#', null, 'Dear Friend'],
    ['Dear #name#', '', 'Dear Friend'],
    ['Dear #name#', ' \u0000\u202e ', 'Dear Friend'],
    ['Dear #name#', '-', 'Dear Friend'],
    ['Dear #name#', '$& $1 $$', 'Dear $&'],
    ['Dear #name#', "$'x", "Dear $'x"],
    ['Dear #name#', '#name#', 'Dear #name#'],
    ['Dear #name#', '\u202eAda\u0000 X', 'Dear Ada'],
    ['Dear #name#', 'Adébáyọ̀\u00a0Ojo', 'Dear Adébáyọ̀'],
    ['Dear #name#', 'Chidi, Mr', 'Dear Chidi'],
    ['No mark # name #', 'Ada', 'No mark # name #'],
  ])('%j for %j reads %j', (message, name, text) => {
    expect(personalise(message, name, 'Friend')).toBe(text)
  })

  test('holds the first name wherever the mark stood, whatever the name', () => {
    fc.assert(
      fc.property(anyText(40), (name) => {
        const word = firstNameOf(name) || 'Friend'
        expect(personalise('a#name#b#NAME#c', name, 'Friend')).toBe(`a${word}b${word}c`)
        expect(word).toMatch(/^\S+$/u)
        expect(word.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('signs that make a message dearer', () => {
  test('are named once each, with what belongs to them', () => {
    expect(dearSigns('Don’t “wait” – €5 or ₦5 🌸🌸 👩🏾\u200d🌾 🇳🇬 [ok] ẹ')).toEqual([
      '’',
      '“',
      '”',
      '–',
      '₦',
      '🌸',
      '👩🏾\u200d🌾',
      '🇳🇬',
      'ẹ',
    ])
    expect(dearSigns('plain [text] €')).toEqual([])
  })

  test('are replaced when that makes the message plain', () => {
    expect(plainAlternative('Don’t “wait” –\u00a0₦5…\u200b')).toEqual({
      message: 'Don\'t "wait" - N5...',
      replaced: ['’', '“', '”', '–', '\u00a0', '₦', '…', '\u200b'],
    })
    expect(plainAlternative('Cafe\u0301')).toEqual({ message: 'Café', replaced: [] })
  })

  test('stay when the message would not become plain, and a plain one has no alternative', () => {
    expect(plainAlternative('“Ẹ kú àbọ̀”')).toBeNull()
    expect(plainAlternative('Come 🌸 “now”')).toBeNull()
    expect(plainAlternative('plain')).toBeNull()
  })

  test('an alternative is always plain', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(gsmSign, dearSign), maxLength: 100 }), (message) => {
        const plain = plainAlternative(message)
        expect(dearSigns(message).length === 0 && plain !== null).toBe(false)
        expect(segmentsOf(plain?.message ?? '').encoding).toBe('gsm')
      }),
    )
  })
})
