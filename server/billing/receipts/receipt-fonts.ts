import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'

/** What a receipt is set in: Latin with the letters of Yoruba, Igbo, Hausa, Akan and Ewe, Greek, Cyrillic, Devanagari. */
export type ReceiptFonts = { regular: Font; semibold: Font }

const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  semibold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
}

let opened: Promise<ReceiptFonts> | undefined

/** Read with the first receipt and kept: what a font has to say about each letter takes far longer to read than a page to draw. */
export const receiptFonts = (): Promise<ReceiptFonts> =>
  (opened ??= openFonts().catch((error: unknown) => {
    opened = undefined
    throw error
  }))

async function openFonts(): Promise<ReceiptFonts> {
  const { create } = await import('fontkit')
  const read = (name: string): Promise<Buffer> => readFile(fileURLToPath(import.meta.resolve(name)))
  const [regular, semibold] = await Promise.all([read(FILES.regular), read(FILES.semibold)])
  return { regular: create(regular), semibold: create(semibold) }
}

/** Stands for a letter that no font of ours has. */
const MISSING = '?'

/**
 * A name as our fonts can print it: a letter of another script becomes `?`, and what is no letter (pictures, signs that
 * turn the direction of writing) is left out. Everything else stays as it is.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const shown = [...graphemes.segment(clean)].map(({ segment }) => printableSign(segment, hasGlyph)).join('')
  return shown.replaceAll(/\s+/g, ' ').trim() || MISSING
}

/** One sign as a reader sees it: a letter and the marks on it. */
function printableSign(sign: string, hasGlyph: (codePoint: number) => boolean): string {
  const [renderEmail = '', ...marks] = [...sign]
    .map((character) => ({ character, known: hasGlyph(character.codePointAt(0) ?? 0) }))
    .map(({ character, known }) => (known ? character : ''))
  if (renderEmail === '') return /^[\p{L}\p{N}]/u.test(sign) ? MISSING : ''
  return renderEmail + marks.join('')
}
