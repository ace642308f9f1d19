/** So much of a message is read: more than is shown of it. */
export const TEXT_START = 200
const LENGTH_MAX = 60

/** Made for the first text that needs it: it takes 2 MB. */
let graphemes: Intl.Segmenter | undefined
/** Where every sign is one character by itself: cut without looking at each. */
const PLAIN = /^[\u0020-\u02ff]*$/

/** The beginning of a message (of `TEXT_START` characters at most) in one line, cut between two words where it can be. */
export function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const start = startOf(line)
  if (start === line && [...text].length < TEXT_START) return line
  const lastGap = start.lastIndexOf(' ')
  // The dots say that it goes on: no stop stands before them.
  return `${(lastGap > 0 ? start.slice(0, lastGap) : start).replace(/[.,;:…]+$/, '')}…`
}

/** So many signs as are shown, each of them whole. */
function startOf(line: string): string {
  if (PLAIN.test(line)) return line.slice(0, LENGTH_MAX)
  let signs = 0
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { index } of graphemes.segment(line)) {
    if (signs === LENGTH_MAX) return line.slice(0, index)
    signs += 1
  }
  return line
}
