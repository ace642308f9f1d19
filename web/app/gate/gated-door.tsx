import { Outlet } from '@tanstack/react-router'
import { ZoneProvider } from '../../languages/format.tsx'
import { useSession } from '../../session/session.ts'
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
