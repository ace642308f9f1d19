import { setTimeout as sleep } from 'node:timers/promises'

/** Of the clock that counts from the start of the process, and waiting by it. */
type Pace = { now: () => number; wait: (milliseconds: number) => Promise<unknown> }
const real: Pace = { now: () => performance.now(), wait: (milliseconds) => sleep(milliseconds) }

/** Domains that are remembered before those whose turn is over are forgotten. */
const DOMAINS_KEPT = 10_000

/** So many a second to one domain: large mail services shut out whoever comes faster. */
export function turnsByDomain(rate: number, { now, wait }: Pace = real): (address: string) => Promise<void> {
  const next = new Map<string, number>()
  const gap = 1000 / rate
  return async (address) => {
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const present = now()
    const at = Math.max(present, next.get(domain) ?? 0)
    next.set(domain, at + gap)
    if (next.size > DOMAINS_KEPT) for (const [name, free] of next) if (free < present) next.delete(name)
    if (at > present) await wait(at - present)
  }
}
