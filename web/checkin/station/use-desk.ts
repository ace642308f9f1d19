import { useTexts } from '../../lib/languages/index.ts'
import { useStation, type Station } from '../offline/use-station.ts'
import type { Desk } from './desk.ts'
import type { Day } from './use-day.ts'

const DEVICES = /Windows|Android|iPhone|iPad|Macintosh|CrOS|Linux/

/** The desk of this device: the server, and the device itself where there is no network. A locked one has the server only. */
export function useDesk({ tenantId, event, selfService, online }: Day): Desk {
  const t = useTexts()
  const device = DEVICES.exec(navigator.userAgent)?.[0] ?? ''
  const name = [t('checkin.station.title'), device].filter(Boolean).join(', ')
  const station: Station = tenantId && event && !selfService ? { tenantId, eventId: event.id, name } : null
  return { ...useStation(station), online }
}
