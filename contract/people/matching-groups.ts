import type { GroupRow, GroupSort } from './groups.ts'

/** Without marks and case, as groups are searched. */
const plain = (text: string): string => text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

type Order = (one: GroupRow, other: GroupRow) => number

function orderOf(sort: GroupSort, language: string): Order {
  const byText = new Intl.Collator(language, { numeric: true }).compare
  const byName: Order = (one, other) => byText(one.name, other.name)
  if (sort === '-name') return (one, other) => byName(other, one)
  if (sort === 'category') return (one, other) => byText(one.category, other.category) || byName(one, other)
  if (sort === 'people') return (one, other) => one.people - other.people || byName(one, other)
  if (sort === '-people') return (one, other) => other.people - one.people || byName(one, other)
  return byName
}

/**
 * The groups whose name, category or description has the whole search in it, in order: on the screen as in its export. A
 * church has few enough to have them all at once.
 */
export function matchingGroups(
  groups: readonly GroupRow[],
  {
    search = '',
    sort = 'name',
    language,
  }: { search?: string | undefined; sort?: GroupSort | undefined; language: string },
): GroupRow[] {
  const wanted = plain(search)
  const found = groups.filter(({ name, category, description }) =>
    [name, category, description].some((text) => plain(text).includes(wanted)),
  )
  return found.toSorted(orderOf(sort, language))
}
