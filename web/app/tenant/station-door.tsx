import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ZoneProvider } from '../../lib/format.tsx'
import { sessionQuery } from '../../lib/session.ts'
import { DoorScope } from '../door-scope.tsx'

/** The device's own zone, as long as nobody could be asked for the church's. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function InZone() {
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  return (
    <ZoneProvider timeZone={data?.church.timeZone ?? ownZone()}>
      <Outlet />
    </ZoneProvider>
  )
}

/** Around the desk at the entrance: no bars, and no session either while there is no network. */
export const StationDoor = () => (
  <DoorScope>
    <InZone />
  </DoorScope>
)
