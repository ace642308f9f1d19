import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Pending } from './pending.tsx'
import { billingRoutes, billingWhileGated } from './routes/billing-routes.ts'
import { checkinRoutes, stationRoutes } from './routes/checkin-routes.ts'
import { deskRoutes } from './routes/desk-routes.ts'
import { gatedDoor, rootRoute, tenantDoor } from './routes/doors.ts'
import { gateRoutes } from './routes/gate-routes.ts'
import { beforeDoors, settingsRoutes } from './routes/identity-routes.ts'
import { messagingRoutes, messagingWhileGated } from './routes/messaging-routes.ts'
import { peopleRoutes } from './routes/people-routes.ts'

const dashboard = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/',
  component: lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

/** Every page by the door it stands behind; each area lists its own. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...beforeDoors,
    tenantDoor.addChildren([
      dashboard,
      ...peopleRoutes,
      ...checkinRoutes,
      ...messagingRoutes,
      ...billingRoutes,
      ...settingsRoutes,
    ]),
    stationRoutes,
    gatedDoor.addChildren([...gateRoutes, ...messagingWhileGated, ...billingWhileGated]),
    ...deskRoutes,
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultPendingComponent: Pending,
  defaultErrorComponent: lazyRouteComponent(() => import('./crash-page.tsx'), 'CrashInside'),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
