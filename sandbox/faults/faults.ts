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
  /** Resolves when the faults are cleared: for the mode that waits for it. */
  readonly cleared: Promise<void>
}

export type Faults = {
  add(fault: Omit<Fault, 'cleared'>): void
  /** The fault that befalls this call, if one waits; of several, the one set first. Counts down. */
  take(moment: FaultMoment): Fault | undefined
  waiting(): readonly Fault[]
  clear(): void
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  let clearing = Promise.withResolvers<void>()
  return {
    add: (fault) => void faults.push({ ...fault, cleared: clearing.promise }),
    take(moment) {
      const fault = faults.find(({ at }) => at === moment)
      if (fault && --fault.times === 0) faults = faults.filter((other) => other !== fault)
      return fault
    },
    waiting: () => faults,
    clear() {
      faults = []
      clearing.resolve()
      clearing = Promise.withResolvers<void>()
    },
  }
}
