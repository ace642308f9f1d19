import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { requireOperator } from '../desk/desk-guards.ts'
import { crashPage, rootRoute } from './root.ts'

/** Everything an operator does. */
const deskDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  component: lazyRouteComponent(() => import('../desk/desk-door.tsx'), 'DeskDoor'),
  errorComponent: crashPage,
  beforeLoad: () => requireOperator(),
})

const churches = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskChurches,
  component: lazyRouteComponent(() => import('../../operator/churches/churches-page.tsx'), 'ChurchesPage'),
})

const church = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskChurch,
  component: lazyRouteComponent(() => import('../../operator/churches/church-page.tsx'), 'ChurchPage'),
})

const senders = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskSenders,
  component: lazyRouteComponent(() => import('../../operator/senders/senders-page.tsx'), 'SendersPage'),
})

const payments = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskPayments,
  component: lazyRouteComponent(() => import('../../operator/payments/payments-page.tsx'), 'PaymentsPage'),
})

const changes = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskChanges,
  component: lazyRouteComponent(() => import('../../operator/changes/changes-page.tsx'), 'ChangesPage'),
})

const prices = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskPrices,
  component: lazyRouteComponent(() => import('../../operator/prices/prices-page.tsx'), 'PricesPage'),
})

const smsRoutes = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskRoutes,
  component: lazyRouteComponent(() => import('../../operator/routes/routes-page.tsx'), 'RoutesPage'),
})

const health = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskHealth,
  component: lazyRouteComponent(() => import('../../operator/health/health-page.tsx'), 'HealthPage'),
})

const log = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskLog,
  component: lazyRouteComponent(() => import('../../operator/log/log-page.tsx'), 'LogPage'),
})

const settings = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskSettings,
  component: lazyRouteComponent(() => import('../../operator/settings/settings-page.tsx'), 'SettingsPage'),
})

const operators = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskOperators,
  component: lazyRouteComponent(() => import('../../operator/operators/operators-page.tsx'), 'OperatorsPage'),
})

const account = createRoute({
  getParentRoute: () => deskDoor,
  path: paths.deskAccount,
  component: lazyRouteComponent(() => import('../../operator/account/account-page.tsx'), 'AccountPage'),
})

const pages = [
  churches,
  church,
  senders,
  payments,
  changes,
  prices,
  smsRoutes,
  health,
  log,
  settings,
  operators,
  account,
] as const

/** The operator's desk: its door with everything behind it. */
export const deskRoutes = [deskDoor.addChildren(pages)] as const
