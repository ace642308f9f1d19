import { CODE_BLOCK } from '#contract/checkin/offline.ts'

/**
 * Places of a class that a station may hold: as many as every other station that is open, with one share left for whoever
 * registers with a network. `left` are the free places and those that this station holds itself. No more than it has codes
 * for families: places that wait at a station whose battery is empty are nobody's.
 */
export const fairShare = ({ left, stations }: { left: number; stations: number }): number =>
  Math.max(0, Math.min(CODE_BLOCK, Math.floor(left / (Math.max(1, stations) + 1))))
