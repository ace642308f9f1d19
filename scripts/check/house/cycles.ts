import type { Import } from './imports.ts'

/**
 * For each group of modules that need each other, one shortest ring through its first module: `[a, b, a]`. Types and
 * dynamic imports count: two files that need each other are one thing in two places, however the wire is drawn.
 * (Tarjan's strongly connected components.)
 */
export function findCycles(imports: ReadonlyMap<string, readonly Import[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const cycles: string[][] = []

  const next = (path: string): string[] =>
    (imports.get(path) ?? []).flatMap(({ target }) => (target !== null && imports.has(target) ? [target] : []))

  function visit(path: string): void {
    order.set(path, order.size)
    low.set(path, order.size - 1)
    stack.push(path)
    open.add(path)
    for (const target of next(path)) {
      if (!order.has(target)) visit(target)
      if (open.has(target)) low.set(path, Math.min(low.get(path) ?? 0, low.get(target) ?? 0))
    }
    if (low.get(path) === order.get(path)) close(path)
  }

  function close(path: string): void {
    const group = stack.splice(stack.indexOf(path))
    for (const member of group) open.delete(member)
    if (group.length > 1 || next(path).includes(path)) cycles.push(ringWithin(group.toSorted(), next))
  }

  for (const path of imports.keys()) if (!order.has(path)) visit(path)
  return cycles
}

/** Breadth first from the first module until something leads back to it. */
function ringWithin([first = '', ...others]: string[], next: (path: string) => string[]): string[] {
  const unseen = new Set(others)
  const ways = [[first]]
  for (const way of ways) {
    const targets = next(way.at(-1) ?? first)
    if (targets.includes(first)) return [...way, first]
    ways.push(...targets.filter((target) => unseen.delete(target)).map((target) => [...way, target]))
  }
  return [first]
}
