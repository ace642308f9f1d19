/** The demo's clock, where the sandbox stands beside a demo. */
export type DemoClock = {
  /** The church's, by which the page shows and reads times. */
  zone: string
  now: () => Date
  /** How far it is ahead of real time. */
  aheadMs: () => number
  move: (aheadMs: number) => Promise<void>
  /** `YYYY-MM-DDTHH:mm:ss` on the wall of a place. */
  wall: (zone: string, at: Date) => string
  instantOf: (zone: string, local: string) => Date | null
}

let told: DemoClock | null = null

/** The time by which the demo reads what is sent to it: signatures say when they were made. */
export const demoNow = (): Date => told?.now() ?? new Date()

/** From now on, or for real time again. */
export const tellTime = (clock: DemoClock | null): void => {
  told = clock
}
