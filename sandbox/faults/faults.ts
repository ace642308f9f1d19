import type { FaultMode, FaultMoment } from './modes.ts'

/** A fault in wait: it befalls the next `times` calls of its moment. */
export type Fault = {
  readonly target: string
  readonly mode: FaultMode
  times: number
  /** Milliseconds, for the modes that wait. */
  readonly waitMs: number
  readonly at: FaultMoment
  readonly does: string
}

export type Faults = {
  add(fault: Fault): void
  /** The fault that befalls this call, if one waits; of several, the one set first. Counts down. */
  take(moment: FaultMoment): Fault | undefined
  waiting(): readonly Fault[]
  clear(): void
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  return {
    add: (fault) => void faults.push(fault),
    take(moment) {
      const fault = faults.find(({ at }) => at === moment)
      if (fault && --fault.times === 0) faults = faults.filter((other) => other !== fault)
      return fault
    },
    waiting: () => faults,
    clear() {
      faults = []
    },
  }
}
