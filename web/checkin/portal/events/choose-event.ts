import type { UpcomingEvent } from '#contract/checkin/events.ts'

/** Where existing clients keep the event that was chosen; nothing in it tells of a family but the id of its registration. */
const CHOSEN = 'event_register'

/** Remembers which event a family is about to register for. */
export function chooseEvent(event: UpcomingEvent): void {
  localStorage.setItem(CHOSEN, JSON.stringify(event))
}
