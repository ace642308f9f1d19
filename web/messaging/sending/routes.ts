import type { SmsQuote } from '#contract/messaging/sms.ts'

export type QuotedRoute = SmsQuote['routes'][number]

/** Whether there is anything to choose: nobody may go by the church's routes, and a country with one sends without asking. */
export const hasChoice = ({ routes }: Pick<SmsQuote, 'routes'>): boolean =>
  routes.length > 1 && routes.some(({ people }) => people > 0)

type Closed = { closes: string; at: string }

/** When a route closes for the day and when what waits for it leaves; null: it is open for somebody now. */
export function closedRoute({ id, departures }: Pick<QuotedRoute, 'id' | 'departures'>): Closed | null {
  const [first] = departures.filter(({ routeId }) => routeId === id)
  if (!first?.hours || first.at === null) return null
  return { closes: first.hours.closes, at: first.at }
}
