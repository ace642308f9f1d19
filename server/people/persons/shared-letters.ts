/**
 * Each word with the number of letters that an earlier one begins with too. Of a person's words that begin with a
 * searched text, exactly one shares fewer letters than the text has: the hit to count.
 */
export function sharedLetters(terms: string[]): { term: string; shared: number }[] {
  const sorted = terms.toSorted(byCodeUnit)
  return sorted.map((term, index) => ({ term, shared: commonBeginning(sorted[index - 1] ?? '', term) }))
}

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function commonBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
