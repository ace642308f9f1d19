const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant as the clock on the church's wall shows it: `2026-03-31 18:04:09`. Sorts as text. */
export function instantIn(timeZone: string, at: Date): string {
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) formats.set(timeZone, format)
  return format.format(at)
}
