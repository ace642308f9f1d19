import { foldText } from '../../people/index.ts'

/** How a name that somebody typed goes with the name of somebody we know. */
export type Likeness = 'same' | 'alike' | 'other'

const wordsIn = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** What people are called by besides their name, folded; in the languages of our churches. */
const TITLES = wordsIn([
  'mr mrs ms miss mister madam madame mme mlle mademoiselle monsieur m sir lady lord',
  'dr doctor prof professor engr engineer eng arc architect barr barrister surv qs pharm nurse hon honourable honorable',
  'chief oba otunba olori prince princess king queen alhaji alhaja hajiya hajia mallam malam sheikh imam',
  'pastor pst rev revd reverend bishop archbishop deacon dcn deaconess dcns elder eld apostle apst prophet prophetess',
  'evangelist evang evan minister canon venerable ven fr sr bro sis jr jnr snr senior junior',
])
/** What children call people: it may be all that stands before a family name, and then it says who is meant. */
const KIN = wordsIn([
  'uncle aunt auntie aunty father mother sister brother mama papa baba mummy daddy iya grandma grandpa',
])

const SHORT_FORM_LENGTH = 3
const TYPO_LENGTH = 5

/**
 * Whether a typed name may be that of somebody: marks, case, titles and the order of the words aside. `same`: the same words.
 * `alike`: every word of the shorter name goes with one of the longer, as an initial, a short form or a slip of one letter, and
 * at least one of them is more than an initial. It asks whoever typed; it never decides who somebody is.
 */
export function likenessOf(typed: string, known: string): Likeness {
  const [one, other] = [wordsOf(typed), wordsOf(known)]
  if (one.length === 0 || other.length === 0) return 'other'
  if (one.toSorted().join(' ') === other.toSorted().join(' ')) return 'same'
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  // Words that say most first, so that an initial does not take the word that another one needs.
  const asked = shorter.toSorted((first, second) => second.length - first.length)
  return goesWith(asked, longer, false) ? 'alike' : 'other'
}

/** The words of a name; what is nothing but titles is taken as it stands. */
function wordsOf(name: string): string[] {
  // Folding drops an apostrophe, and makes words of what a dot or a dash joins.
  const words = foldText(name).split(' ').filter(Boolean)
  const names = words.filter((word) => !TITLES.has(word))
  const without = names.filter((word) => !KIN.has(word))
  if (without.length > 1) return without
  return names.length > 0 ? names : words
}

/** Whether each word finds one of its own, one of them by more than an initial. Names have few words: all ways are tried. */
function goesWith([word, ...others]: readonly string[], known: readonly string[], isSure: boolean): boolean {
  if (word === undefined) return isSure
  return known.some((candidate, place) => {
    const isInitial = word.length === 1 || candidate.length === 1
    const fits = isInitial ? word[0] === candidate[0] : isWord(word, candidate)
    return fits && goesWith(others, known.toSpliced(place, 1), isSure || !isInitial)
  })
}

function isWord(one: string, other: string): boolean {
  if (one === other) return true
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  if (shorter.length >= SHORT_FORM_LENGTH && longer.startsWith(shorter)) return true
  return shorter.length >= TYPO_LENGTH && isOneSlip(shorter, longer)
}

/** One letter more, less or other, or two that changed places. */
function isOneSlip(shorter: string, longer: string): boolean {
  if (longer.length - shorter.length > 1) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start += 1
  const rest = (text: string, from: number): string => text.slice(start + from)
  if (longer.length > shorter.length) return rest(shorter, 0) === rest(longer, 1)
  const isSwapped = shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start]
  return rest(shorter, 1) === rest(longer, 1) || (isSwapped && rest(shorter, 2) === rest(longer, 2))
}
