// One file of the page holds the three: whoever opens one of them opens the others, and each more weighs on the sign-in page.
export { AddEventPage } from './add-event-page.tsx'
export { EventPage } from './event-page.tsx'
export { EventsPage } from './events-page.tsx'
