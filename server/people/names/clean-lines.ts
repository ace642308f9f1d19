import { cleanText } from '#server/platform/clean-name.ts'

const ADDRESS_MAX_LENGTH = 300

/**
 * A text of several lines as it is kept, each cleaned as names are, empty ones left out, `most` characters in all (an address, when not said):
 * composing letters can make a text longer than the one that was typed. Null when nothing is visible.
 */
export function cleanLines(text: string | null, most = ADDRESS_MAX_LENGTH): string | null {
  const lines = (text ?? '').split(/[\r\n\u2028\u2029]+/).map((line) => cleanText(line, most))
  const kept = lines.filter(Boolean).join('\n')
  return Array.from(kept).slice(0, most).join('').trim() || null
}
