const DAY_MS = 86_400_000

/** Day (YYYY-MM-DD) and time (HH:mm) of an instant, as the clocks of a zone show them. */
export function localParts(at: string, timeZone: string): { day: string; time: string } {
  const shown = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.find((one) => one.type === type)?.value ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

/** As the contract takes it: YYYY-MM-DDTHH:mm; null is ''. */
export function localTime(at: string | null, timeZone: string): string {
  if (at === null) return ''
  const { day, time } = localParts(at, timeZone)
  return `${day}T${time}`
}

/** So many days later, of a calendar day; '' for what is no day. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`).getTime()
  return Number.isNaN(at) ? '' : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}
