import { foldText } from '#server/platform/fold-text.ts'

export type SplitName = { firstName: string; lastName: string }

/** How people are addressed; no part of a name. */
const TITLES = new Set('mr mrs ms miss mister dr sir madam mme mlle monsieur madame bro brother sis sister'.split(' '))
/** A last name begins with these. */
const PARTICLES = new Set('van von der den de da do dos das del della di du la le el al bin ibn ben abu st'.split(' '))
/** These belong to the last name. */
const SUFFIXES = new Set('jr sr junior senior ii iii iv'.split(' '))

/** A whole name in two: "Eze, Ngozi" says itself which is the last name; otherwise it is the last word with what belongs to it. */
export function splitName(name: string): SplitName {
  const [before = '', after, ...more] = name.split(',').map((part) => part.trim())
  if (after && before && more.length === 0 && !SUFFIXES.has(foldText(after)))
    return { firstName: withoutTitles(words(after)).join(' '), lastName: withoutTitles(words(before)).join(' ') }
  const parts = withoutTitles(words(name.replaceAll(',', ' ')))
  const start = lastNameStart(parts)
  return { firstName: parts.slice(0, start).join(' '), lastName: parts.slice(start).join(' ') }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** A title that is all there is stays. */
function withoutTitles(parts: string[]): string[] {
  const first = parts.findIndex((part) => !TITLES.has(foldText(part)))
  return first > 0 ? parts.slice(first) : parts
}

function lastNameStart(parts: string[]): number {
  let start = parts.length - 1
  while (start > 1 && SUFFIXES.has(foldText(parts[start] ?? ''))) start -= 1
  while (start > 1 && PARTICLES.has(foldText(parts[start - 1] ?? ''))) start -= 1
  return Math.max(start, 1)
}
