import type { BrowserContext } from 'playwright-core'
import type { EventRow } from '#contract/checkin/events.ts'
import { demoNow } from './clock.ts'

const ZONE = 'Africa/Lagos'
const DAY_MS = 86_400_000

/** Calendar day in the demo church's zone, so many days from now. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(demoNow().getTime() + days * DAY_MS))

/** The year that is so many years back there. */
export const yearsAgo = (years: number): number => Number(dayFromNow(0).slice(0, 4)) - years

/** A call of the page's own session, without walking the page; answers its body. */
export async function ask<Answer>(
  { request }: BrowserContext,
  { url, method = 'POST', path, data }: { url: string; method?: string; path: string; data?: unknown },
): Promise<Answer> {
  const answer = await request.fetch(url + path, {
    method,
    headers: { origin: url, 'idempotency-key': crypto.randomUUID() },
    ...(data !== undefined && { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

type Class = { name: string; ageFrom?: number; ageUntil?: number; capacity?: number | null; ratio?: number }
type Planned = { name: string; day: string; lastDay?: string; classes: Class[]; everyWeeks?: number }

/** Of an event that is going on at any hour, also while midnight passes, and began before the one that the demo begins. */
export const goingOn = (): { day: string; lastDay: string } => ({ day: dayFromNow(-1), lastDay: dayFromNow(1) })

/** An event from the midnight of its first day to that of its last, which is the same when not said. */
export const planEvent = (
  context: BrowserContext,
  url: string,
  { name, day, lastDay = day, classes, everyWeeks }: Planned,
) =>
  ask<EventRow>(context, {
    url,
    path: '/api/checkin/events',
    data: {
      name,
      place: 'Main hall',
      startsAt: `${day}T00:00`,
      endsAt: `${lastDay}T23:59`,
      opensAt: null,
      closesAt: null,
      classes: classes.map(({ ageFrom = null, ageUntil = null, capacity = 200, ratio = null, ...one }) => ({
        id: null,
        groupId: null,
        ...one,
        ageFrom,
        ageUntil,
        capacity,
        ratio,
      })),
      repeat: everyWeeks === undefined ? null : { intervalWeeks: everyWeeks, untilDay: null },
    },
  })
