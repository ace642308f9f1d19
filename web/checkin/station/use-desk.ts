import { useStation, type Station } from '../offline/use-station.ts'
import type { Desk } from './desk.ts'
import type { Day } from './use-day.ts'

/** The desk of this device: the server, and the device itself where there is no network. A locked one has the server only. */
export function useDesk({ tenantId, event, selfService, online, isLeader }: Day): Desk {
  const station: Station = tenantId && event && !selfService ? { tenantId, eventId: event.id } : null
  return { ...useStation(station, tenantId), online, isLeader }
}
