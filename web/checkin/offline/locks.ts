/** Whoever holds it brings acts, asks for packs or gives places back; in one page of the device at a time. */
export const SYNC_LOCK = 'nx.station.sync'

/** Held by every page that works at the station: as long as one does, its places are not given back. */
export const PRESENCE_LOCK = 'nx.station.here'
