import checkin from './fr/checkin.json'
import events from './fr/events.json'

/** What is read on the screens of events, classes and the custody log. */
export const catalog = { ...checkin, ...events }
