import { foldText } from '../../platform/fold-text.ts'

type Named = { firstName: string; lastName: string }
type FoldedName = { whole: string; first: string[]; all: Set<string> }

/** Letters from which a short form counts for the long one: Chi for Chidinma. */
const SHORT_FORM = 3
/** Letters from which one or two wrong ones do not make another name. */
const ONE_SLIP = 4
const TWO_SLIPS = 8

export function foldedName({ firstName, lastName }: Named): FoldedName {
  const whole = foldText(`${firstName} ${lastName}`)
  return {
    whole,
    first: foldText(firstName).split(' ').filter(Boolean),
    all: new Set(whole.split(' ').filter(Boolean)),
  }
}

/**
 * Whether two people could be one by their first names: the same word, a short form, a slip of the pen, or first and last
 * name the other way round. Brothers and sisters who share a phone have other first names.
 */
export function areSimilar(one: FoldedName, other: FoldedName): boolean {
  if (one.whole !== '' && one.whole === other.whole) return true
  if (isTurned(one, other)) return true
  return one.first.some((word) => other.first.some((second) => isLike(word, second)))
}

const isTurned = (one: FoldedName, other: FoldedName): boolean =>
  one.all.size > 1 && one.all.size === other.all.size && [...one.all].every((word) => other.all.has(word))

function isLike(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length >= SHORT_FORM && long.startsWith(short)) return true
  // Femi is no slip for Kemi: hardly anybody mistakes the first letter.
  if (short.length < ONE_SLIP || short[0] !== long[0]) return false
  return distance(short, long) <= (short.length >= TWO_SLIPS ? 2 : 1)
}

/** Letters to change, add, leave out or swap with the neighbour until one word is the other. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (same ? 0 : 1))
      if (swapped) next[j] = Math.min(at(next, j), at(before, j - 2) + 1)
    }
    ;[before, row] = [row, next]
  }
  return at(row, other.length)
}

const at = (row: number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY

/** One of several people who share a phone or an address. */
export type Sharer = { id: string; firstName: string; lastName: string; shared: string }
/** People who may be one. `isSameName`: all of them are called the very same. */
export type Cluster = { ids: string[]; isSameName: boolean }

/** A number may be that of an office with hundreds of people: each is compared with so many neighbours by name. */
const NEIGHBOURS = 12
/** Of one number or address; the others are looked at when some of these are merged. */
export const SHARERS_MOST = 200

/** Of people in the order of what they share and of their names, those who could be one by their first names. */
export function clustersOf(sharers: readonly Sharer[]): Cluster[] {
  const clusters: Cluster[] = []
  let start = 0
  for (let end = 1; end <= sharers.length; end += 1) {
    if (sharers[end]?.shared === sharers[start]?.shared) continue
    clusters.push(...similarAmong(sharers.slice(start, end)))
    start = end
  }
  return clusters
}

function similarAmong(sharers: readonly Sharer[]): Cluster[] {
  const people = sharers.slice(0, SHARERS_MOST).map((sharer) => ({ id: sharer.id, name: foldedName(sharer) }))
  const leaders = people.map((_, index) => index)
  for (const [index, person] of people.entries()) {
    for (let earlier = Math.max(0, index - NEIGHBOURS); earlier < index; earlier += 1) {
      const [mine, theirs, other] = [leaderOf(leaders, index), leaderOf(leaders, earlier), people[earlier]]
      if (mine !== theirs && other && areSimilar(person.name, other.name)) leaders[mine] = theirs
    }
  }
  const groups = Map.groupBy(people.entries(), ([index]) => leaderOf(leaders, index))
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => clusterOf(group.map(([, person]) => person)))
}

/** Whom somebody stands with; the way there is halved as it is gone. */
function leaderOf(leaders: number[], index: number): number {
  let place = index
  for (let next = leaders[place] ?? place; next !== place; next = leaders[place] ?? place) {
    leaders[place] = leaders[next] ?? next
    place = next
  }
  return place
}

const clusterOf = (people: { id: string; name: FoldedName }[]): Cluster => ({
  ids: people.map(({ id }) => id),
  isSameName: people.every(({ name }) => name.whole === people[0]?.name.whole),
})
