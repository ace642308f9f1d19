import * as offline from '#contract/checkin/offline.ts'
import type { Ask } from './foreign-ask.ts'

/** Stations of another church, and events of another church at an own station. What acts name is proved with their signatures. */
export const askedOfStations: readonly Ask[] = [
  ({ other }) => ({ endpoint: offline.revokeStation, params: { id: other.station } }),
  ({ own, other }) => ({
    endpoint: offline.fetchPack,
    params: { id: other.station },
    body: { eventId: own.event, holding: null },
  }),
  ({ own, other }) => ({
    endpoint: offline.fetchPack,
    params: { id: own.station },
    body: { eventId: other.event, holding: null },
  }),
  ({ other }) => ({ endpoint: offline.syncStation, params: { id: other.station }, body: { acts: [] } }),
]
