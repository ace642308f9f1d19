import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { reportFilterOf } from '../messaging/report/report-filter.ts'
import { composeSearch } from '../messaging/compose/compose-search.ts'
import { sentFilterOf } from '../messaging/sent/sent-filter.ts'
import { peopleFilterOf } from '../people/people-filter.ts'
import { Pending } from './pending.tsx'
import { gatedDoor, needs, rootRoute, searchWithNext, tenantDoor } from './routes.ts'

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: searchWithNext,
  component: lazyRouteComponent(() => import('../identity/sign-in-page.tsx'), 'SignInPage'),
})

const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.reset,
  component: lazyRouteComponent(() => import('../identity/reset-page.tsx'), 'ResetPage'),
})

const dashboard = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/',
  component: lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const people = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people',
  beforeLoad: needs('people.read'),
  validateSearch: peopleFilterOf,
  component: lazyRouteComponent(() => import('../people/people-page.tsx'), 'PeoplePage'),
})

const sentSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/sent',
  beforeLoad: needs('messages.read'),
  validateSearch: sentFilterOf,
  component: lazyRouteComponent(() => import('../messaging/sent/sent-page.tsx'), 'SentPage'),
})

const sentSmsReport = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/sent/$id',
  beforeLoad: needs('messages.read'),
  validateSearch: reportFilterOf,
  component: lazyRouteComponent(() => import('../messaging/report/report-page.tsx'), 'ReportPage'),
})

const expired = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.expired,
  component: lazyRouteComponent(() => import('./gate/expired-page.tsx'), 'ExpiredPage'),
})

const overCapacity = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.overCapacity,
  component: lazyRouteComponent(() => import('./gate/over-capacity-page.tsx'), 'OverCapacityPage'),
})

const unauthorized = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.unauthorized,
  component: lazyRouteComponent(() => import('./gate/unauthorized-page.tsx'), 'UnauthorizedPage'),
})

/** Screens of the areas: one route each, named in one of the two lists below. */

const composeSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/compose',
  beforeLoad: needs('messages.send'),
  validateSearch: composeSearch,
  component: lazyRouteComponent(() => import('../messaging/compose/compose-page.tsx'), 'ComposePage'),
})

const composeWhileGated = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.sendSmsWhileGated,
  beforeLoad: needs('messages.send'),
  validateSearch: composeSearch,
  component: lazyRouteComponent(() => import('../messaging/compose/compose-page.tsx'), 'ComposeWhileGatedPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signIn,
    reset,
    tenantDoor.addChildren([dashboard, people, composeSms, sentSms, sentSmsReport]),
    gatedDoor.addChildren([expired, overCapacity, unauthorized, composeWhileGated]),
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
