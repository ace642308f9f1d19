/** A day of the church's calendar. */
export type Day = { year: number; month: number; day: number }

/** Later than this it would be read at night, or wait for the morning where messages leave by day only. */
const UNTIL_HOUR = 18

/** The day that the church's clocks show (`YYYY-MM-DDTHH:mm:ss`) where messages that begin at this hour may go now; null: not now. */
export function dayToSend(local: string, fromHour: number): Day | null {
  const hour = Number(local.slice(11, 13))
  if (hour < fromHour || hour >= UNTIL_HOUR) return null
  return { year: Number(local.slice(0, 4)), month: Number(local.slice(5, 7)), day: Number(local.slice(8, 10)) }
}

/**
 * The days of birth that are kept on a day. Who was born on 29 February is congratulated on the 28th in the other years: in
 * the month of the birth, and never a day late.
 */
export function daysKept({ year, month, day }: Day): number[] {
  return month === 2 && day === 28 && !isLeap(year) ? [28, 29] : [day]
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** `YYYY-MM-DD`. */
export const written = ({ year, month, day }: Day): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
