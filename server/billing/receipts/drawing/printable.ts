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
  const shown = [...graphemes.segment(clean)].map(({ segment }) => printableSign(segment, hasGlyph)).join('')
  return shown.replaceAll(/\s+/g, ' ').trim() || MISSING
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One sign as a reader sees it: a letter and the marks on it. */
function printableSign(sign: string, hasGlyph: (codePoint: number) => boolean): string {
  const [renderEmail = '', ...marks] = [...sign]
    .map((character) => ({ character, known: hasGlyph(character.codePointAt(0) ?? 0) }))
    .map(({ character, known }) => (known ? character : ''))
  if (renderEmail === '') return /^[\p{L}\p{N}]/u.test(sign) ? MISSING : ''
  return renderEmail + marks.join('')
}
