import { areSimilar, foldedName, type FoldedName } from './similar-names.ts'

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
