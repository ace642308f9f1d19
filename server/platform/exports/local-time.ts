/** Writes instants as `YYYY-MM-DD HH:MM` on the clock of a place, which spreadsheets sort and read as a time. */
export function localTime(timeZone: string): (instant: Date) => string {
  // Swedish dates are written as ISO 8601 has them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (instant) => format.format(instant)
}
