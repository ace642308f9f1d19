/** So many buttons fit beside each other. */
const MOST = 7

const run = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, place) => from + place)

/** The numbers beside each other: the first, the last, and those around the page that is shown; null: some are left out. */
export function pagesShown(page: number, last: number): (number | null)[] {
  if (last <= MOST) return run(1, last)
  if (page <= MOST - 3) return [...run(1, MOST - 2), null, last]
  if (page > last - (MOST - 3)) return [1, null, ...run(last - (MOST - 3), last)]
  return [1, null, page - 1, page, page + 1, null, last]
}
