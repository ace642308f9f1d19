/** The newest things in order of arrival. Adding one more than `capacity` forgets the oldest. */
export type Newest<T> = {
  add(item: T): void
  clear(): void
  size(): number
  newestFirst(): Generator<T, void, void>
  /** The newest `count`, newest first. */
  newest(count: number): T[]
}

/** A ring, because deleting the oldest key of a Map again and again walks over its gravestones. */
export function createNewest<T>(capacity: number, onForget: (item: T) => void = () => {}): Newest<T> {
  let ring: T[] = []
  let next = 0
  const back = (steps: number) => ring[(next - steps + ring.length) % ring.length]
  return {
    add(item) {
      const oldest = ring[next]
      if (oldest !== undefined) onForget(oldest)
      ring[next] = item
      next = (next + 1) % capacity
    },
    clear() {
      ring = []
      next = 0
    },
    size: () => ring.length,
    newest: (count) =>
      Array.from({ length: Math.min(count, ring.length) }, (_, index) => back(index + 1)).filter(isKept),
    *newestFirst() {
      for (let steps = 1; steps <= ring.length; steps++) {
        const item = back(steps)
        if (isKept(item)) yield item
      }
    },
  }
}

const isKept = <T>(item: T | undefined): item is T => item !== undefined
