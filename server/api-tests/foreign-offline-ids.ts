import * as offline from '#contract/checkin/offline.ts'
import * as stations from '#contract/checkin/stations.ts'
import type { Ask } from './foreign-ask.ts'

/** The key is looked at once station and event are there. */
const proof = { renewal: 0, applied: 0, signature: 'AAAA' }

/** Stations of another church, and events of another church at an own station. What acts name is proved with their signatures. */
export const askedOfStations: readonly Ask[] = [
  ({ other }) => ({ endpoint: stations.revokeStation, params: { id: other.station } }),
  ({ other }) => ({ endpoint: stations.readStation, params: { id: other.station } }),
  ({ other }) => ({ endpoint: stations.admitStation, params: { id: other.station }, body: { name: 'Side door' } }),
  ({ other }) => ({ endpoint: stations.renameStation, params: { id: other.station }, body: { name: 'Side door' } }),
  ({ own, other }) => ({
    endpoint: offline.fetchPack,
    params: { id: other.station },
    body: { eventId: own.event, holding: null, proof },
  }),
  ({ own, other }) => ({
    endpoint: offline.fetchPack,
    params: { id: own.station },
    body: { eventId: other.event, holding: null, proof },
  }),
  ({ other }) => ({ endpoint: offline.syncStation, params: { id: other.station }, body: { acts: [] } }),
]
