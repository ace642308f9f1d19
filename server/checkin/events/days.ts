/** A calendar day as text, YYYY-MM-DD: sorts as it follows, and knows no hour and no zone. */
export type Day = string

const DAY_MS = 86_400_000
const middleOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`)

export const addDays = (day: Day, days: number): Day =>
  new Date(middleOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Negative when `to` lies before. */
export const daysBetween = (from: Day, to: Day): number => Math.round((middleOf(to) - middleOf(from)) / DAY_MS)
