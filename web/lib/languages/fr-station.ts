import checkin from './fr/checkin.json'
import station from './fr/station.json'

/** What is read at the station. */
export const catalog = { ...checkin, ...station }
