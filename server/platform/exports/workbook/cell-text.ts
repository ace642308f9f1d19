/** What a cell of Excel holds; a longer text makes it call the whole file damaged. */
const CELL_MAX_LENGTH = 32_767

const SPECIAL = /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/u
const EACH_SPECIAL = new RegExp(SPECIAL, 'gu')

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '\t', '\n': '\n' }

/** The way of the format for letters that XML cannot hold, and for texts that look like that way. */
const byCode = (letter: string): string => `_x${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as it stands in XML. Line ends are one letter, as in cells. */
export function cellText(whole: string): string {
  if (!SPECIAL.test(whole) && whole.length <= CELL_MAX_LENGTH) return whole
  return whole
    .slice(0, CELL_MAX_LENGTH)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(EACH_SPECIAL, (letter) => named[letter] ?? byCode(letter))
}
