import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { gatedDoor } from './doors.ts'

const expired = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.expired,
  beforeLoad: () => speak('gate'),
  component: lazyRouteComponent(() => import('../gate/expired-page.tsx'), 'ExpiredPage'),
})

const overCapacity = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.overCapacity,
  beforeLoad: () => speak('gate'),
  component: lazyRouteComponent(() => import('../gate/over-capacity-page.tsx'), 'OverCapacityPage'),
})

const unauthorized = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.unauthorized,
  beforeLoad: () => speak('gate'),
  component: lazyRouteComponent(() => import('../gate/unauthorized-page.tsx'), 'UnauthorizedPage'),
})

export const gateRoutes = [expired, overCapacity, unauthorized] as const
