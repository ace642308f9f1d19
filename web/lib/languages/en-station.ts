import checkin from './en/checkin.json'
import station from './en/station.json'

/** What is read at the station. */
export const catalog = { ...checkin, ...station }
