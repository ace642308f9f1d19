import checkin from './en/checkin.json'
import events from './en/events.json'

/** What is read on the screens of events, classes and the custody log. */
export const catalog = { ...checkin, ...events }
