import checkin from './en/checkin.json'
import custody from './en/custody.json'

/** What is read on the screens of events, classes, the station and the custody log. */
export const catalog = { ...checkin, ...custody }
