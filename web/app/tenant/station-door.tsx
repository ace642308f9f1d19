import { Outlet } from '@tanstack/react-router'
import { DoorScope } from '../session/door-scope.tsx'

/** Around the desk at the entrance: no bars, and no session either while there is no network. */
export const StationDoor = () => (
  <DoorScope>
    <Outlet />
  </DoorScope>
)
