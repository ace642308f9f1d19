/**
 * What two people have made of one list: theirs, without what I took out and with what I added. What both still have
 * and I have changed is mine.
 */
export function threeWay<Item extends { id: string }>(
  mine: readonly Item[],
  before: readonly Item[],
  theirs: readonly Item[],
): readonly Item[] {
  const [mineById, beforeById] = [mine, before].map((items) => new Map(items.map((item) => [item.id, item])))
  const text = (item: Item | undefined) => JSON.stringify(item ?? null)
  const kept = theirs.flatMap((item) => {
    const [own, was] = [mineById?.get(item.id), beforeById?.get(item.id)]
    if (own && was && text(own) !== text(was)) return [own]
    return !own && was ? [] : [item]
  })
  const added = mine.filter(({ id }) => !beforeById?.has(id) && !kept.some((item) => item.id === id))
  return [...kept, ...added]
}
