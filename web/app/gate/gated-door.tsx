import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ZoneProvider } from '../../lib/format.tsx'
import { useSession } from '../../lib/session.ts'
import { MantineScope } from '../../ui/mantine/scope.tsx'
import { queryClient } from '../guards.ts'

const InZone = () => (
  <ZoneProvider timeZone={useSession().church.timeZone}>
    <Outlet />
  </ZoneProvider>
)

export const GatedDoor = () => (
  <QueryClientProvider client={queryClient}>
    <MantineScope>
      <InZone />
    </MantineScope>
  </QueryClientProvider>
)
