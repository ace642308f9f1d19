/** How long a provider may take for one thing that is asked of it, however many calls that needs. */
export type Patience = {
  /** Aborted when it is over. */
  signal: AbortSignal
  /** What is left of it, at least 1. */
  leftMs: () => number
}

export const PATIENCE_MS = 10_000

/** Begins now. */
export function patienceOf(milliseconds: number = PATIENCE_MS): Patience {
  const end = performance.now() + milliseconds
  return { signal: AbortSignal.timeout(milliseconds), leftMs: () => Math.max(1, Math.round(end - performance.now())) }
}
