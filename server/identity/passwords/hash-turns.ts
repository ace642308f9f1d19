import { takingTurns } from '#server/platform/turns.ts'

/** Each hash takes 19 MiB and a processor for some 30 ms: sixty that wait are some two seconds, and nobody waits longer. */
export const inTurn = takingTurns({ atOnce: 2, waitingMost: 60, retryAfter: 5 })
