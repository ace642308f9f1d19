import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { requireStation } from '../session/guards.ts'
import { needs, tenantDoor } from './doors.ts'
import { rootRoute } from './root.ts'

const events = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/events',
  beforeLoad: needs('checkin.desk', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/events/index.ts'), 'EventsPage'),
})

const addEvent = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/events/new',
  beforeLoad: needs('checkin.manage', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/events/index.ts'), 'AddEventPage'),
})

const event = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/events/$id',
  beforeLoad: needs('checkin.desk', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/events/index.ts'), 'EventPage'),
})

const classes = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/checkin/classes',
  beforeLoad: needs('checkin.class', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/classes/index.ts'), 'ClassesPage'),
})

const oneClass = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/checkin/classes/$id',
  beforeLoad: needs('checkin.class', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/classes/index.ts'), 'ClassPage'),
})

const custody = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/checkin/custody',
  beforeLoad: needs('checkin.manage', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/custody/index.ts'), 'CustodyPage'),
})

const guardians = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/families/$id/guardians',
  beforeLoad: needs('checkin.manage', 'checkin'),
  component: lazyRouteComponent(() => import('../../checkin/custody/index.ts'), 'GuardiansPage'),
})

/** Fills the screen, and stands without a network too. */
const stationDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'station',
  component: lazyRouteComponent(() => import('../tenant/station-door.tsx'), 'StationDoor'),
  beforeLoad: ({ location }) => requireStation(location.href),
})

const station = createRoute({
  getParentRoute: () => stationDoor,
  path: paths.station,
  component: lazyRouteComponent(() => import('../../checkin/station/station-page.tsx'), 'StationPage'),
})

/** Events, classes and the log of who was let in and out: inside the tenant door. */
export const checkinRoutes = [events, addEvent, event, classes, oneClass, custody, guardians] as const

/** The desk at the entrance, without the bars of the shell. */
export const stationRoutes = stationDoor.addChildren([station])
