import { Outlet } from '@tanstack/react-router'
import { ZoneProvider } from '../../lib/format.tsx'
import { useSession } from '../../lib/session.ts'
import { DoorScope } from '../session/door-scope.tsx'

const InZone = () => (
  <ZoneProvider timeZone={useSession().church.timeZone}>
    <Outlet />
  </ZoneProvider>
)

export const GatedDoor = () => (
  <DoorScope>
    <InZone />
  </DoorScope>
)
