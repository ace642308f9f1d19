import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
import { billingRoutes, billingWhileGated } from './billing-routes.ts'
import { checkinRoutes, stationRoutes } from './checkin-routes.ts'
import { followupRoutes } from './followup-routes.ts'
import { gatedDoor, tenantDoor } from './doors.ts'
import { gateRoutes } from './gate-routes.ts'
import { messagingRoutes, messagingWhileGated } from './messaging-routes.ts'
import { peopleRoutes, peopleWhileGated } from './people-routes.ts'
import { settingsRoutes } from './settings-routes.ts'

const dashboard = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/',
  beforeLoad: () => speak('home'),
  component: lazyRouteComponent(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const help = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/help',
  beforeLoad: () => speak('home'),
  component: lazyRouteComponent(() => import('../dashboard/help-page.tsx'), 'HelpPage'),
})

/** Every page of a church by the door it stands behind; each area lists its own. */
export const churchRoutes = [
  tenantDoor.addChildren([
    dashboard,
    help,
    ...peopleRoutes,
    ...followupRoutes,
    ...checkinRoutes,
    ...messagingRoutes,
    ...billingRoutes,
    ...settingsRoutes,
  ]),
  stationRoutes,
  gatedDoor.addChildren([...gateRoutes, ...peopleWhileGated, ...messagingWhileGated, ...billingWhileGated]),
] as const
