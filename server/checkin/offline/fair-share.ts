import { LEASE_PLACES } from '#contract/checkin/offline.ts'

/**
 * Places of a class that a station may hold: as many as every other station, with one share left for whoever registers
 * with a network. `left` are the free places and those that this station holds itself.
 */
export function fairShare({ left, stations }: { left: number; stations: number }): number {
  const share = Math.floor(left / (Math.max(1, stations) + 1))
  return Math.max(0, Math.min(LEASE_PLACES, share))
}
