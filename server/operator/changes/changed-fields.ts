/** The fields that differ, as they were and as they are; null: nothing differs. Both have the same fields. */
export function changesOf<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed.length === 0) return null
  const only = (row: T): Partial<T> =>
    Object.fromEntries(Object.entries(row).filter(([key]) => changed.includes(key))) as Partial<T>
  return { before: only(before), after: only(after) }
}
