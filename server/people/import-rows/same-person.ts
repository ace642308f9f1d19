import { foldText } from '#server/platform/fold-text.ts'

type Named = { firstName: string; lastName: string }

/**
 * Whether two who share a phone or an e-mail address are one by their names: the same first name, or the two names the
 * other way round. A shared last name says nothing: families share their phones too.
 */
export function namesFit(one: Named, other: Named): boolean {
  const [a, b] = [plain(one), plain(other)]
  if (a.first === b.first || a.whole === b.whole) return true
  const isSwapped = a.first === b.last && (a.last === '' || b.first === '' || a.last === b.first)
  return isSwapped || (a.firstWord === b.firstWord && (a.last === b.last || a.last === '' || b.last === ''))
}

/** A name without marks and case, as a row of a file keeps it. */
export const nameKey = ({ firstName, lastName }: Named): string => foldText(`${firstName} ${lastName}`)

/** Of whom a name fits, one of the words is this one; '' where a name has no letters. */
export const leadingWord = (named: Named): string => nameKey(named).split(' ')[0] ?? ''

/** Every word by which somebody may be found as a `leadingWord`. */
export const nameWords = (named: Named): string[] => [...new Set(nameKey(named).split(' '))]

/** Whether two names are written alike but for marks and case. */
export const isSameName = (one: Named, other: Named): boolean => plain(one).whole === plain(other).whole

function plain({ firstName, lastName }: Named) {
  const [first, last] = [foldText(firstName), foldText(lastName)]
  return { first, last, firstWord: first.split(' ')[0], whole: `${first} ${last}`.trim() }
}
