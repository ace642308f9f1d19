import { areSimilar, foldedName, type FoldedName } from './similar-names.ts'

/** One of several people who share a phone or an address. */
export type Sharer = { id: string; firstName: string; lastName: string; shared: string }
/** People who may be one. `isSameName`: all of them are called the very same. */
export type Cluster = { ids: string[]; isSameName: boolean }

/** A number may be that of an office with hundreds of people: each is compared with so many neighbours by name. */
const NEIGHBOURS = 12

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
  const people = sharers.map((sharer) => ({ id: sharer.id, name: foldedName(sharer) }))
  const groups = people.map((person) => new Set([person]))
  for (const [index, person] of people.entries()) {
    for (let earlier = Math.max(0, index - NEIGHBOURS); earlier < index; earlier += 1) {
      const [mine, theirs, other] = [groups[index], groups[earlier], people[earlier]]
      if (!mine || !theirs || !other || mine === theirs || !areSimilar(person.name, other.name)) continue
      for (const member of mine) theirs.add(member)
      for (const [place, member] of people.entries()) if (mine.has(member)) groups[place] = theirs
    }
  }
  return [...new Set(groups)].filter((group) => group.size > 1).map((group) => clusterOf([...group]))
}

const clusterOf = (people: { id: string; name: FoldedName }[]): Cluster => ({
  ids: people.map(({ id }) => id),
  isSameName: people.every(({ name }) => name.whole === people[0]?.name.whole),
})
