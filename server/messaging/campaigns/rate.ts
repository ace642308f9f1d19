/**
 * What a channel costs. A segment of an SMS costs an exact fraction of a unit. Where so many are `free` it goes by bands:
 * each further `denominator` that are begun cost `numerator`.
 */
export type Rate = { numerator: number; denominator: number; free?: number | null }

/** So many segments by one route. */
type Weighed = { segments: number; rate: Rate }

/** Units for so many segments by each of several routes: added exactly, rounded up once for the whole campaign. */
export function unitsForAll(parts: readonly Weighed[]): number {
  let [above, below] = [0n, 1n]
  for (const { segments, rate } of parts) {
    const [numerator, denominator] = [BigInt(rate.numerator), BigInt(rate.denominator)]
    above = above * denominator + BigInt(begun(segments, rate)) * numerator * below
    below *= denominator
  }
  return Number((above + below - 1n) / below)
}

/** The same by one route. */
export const unitsFor = (segments: number, rate: Rate): number => unitsForAll([{ segments, rate }])

/** What is paid for: of a band that is begun all of it. */
function begun(segments: number, { free = null, denominator }: Rate): number {
  return free === null ? segments : denominator * Math.ceil(Math.max(0, segments - free) / denominator)
}
