/** The one source of the present time: acts and rules receive it, tests move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/** Calendar day (YYYY-MM-DD) of an instant in a time zone. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}
