import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { requireOperator } from '../console/console-guards.ts'
import { crashPage, rootRoute } from './root.ts'

/** Everything an operator does. */
const consoleDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  component: lazyRouteComponent(() => import('../console/console-door.tsx'), 'ConsoleDoor'),
  errorComponent: crashPage,
  beforeLoad: () => requireOperator(),
})

const churches = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleChurches,
  component: lazyRouteComponent(() => import('../../operator/churches/churches-page.tsx'), 'ChurchesPage'),
})

const church = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleChurch,
  component: lazyRouteComponent(() => import('../../operator/churches/church-page.tsx'), 'ChurchPage'),
})

const senders = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleSenders,
  component: lazyRouteComponent(() => import('../../operator/senders/senders-page.tsx'), 'SendersPage'),
})

const payments = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consolePayments,
  component: lazyRouteComponent(() => import('../../operator/payments/payments-page.tsx'), 'PaymentsPage'),
})

const changes = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleChanges,
  component: lazyRouteComponent(() => import('../../operator/changes/changes-page.tsx'), 'ChangesPage'),
})

const prices = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consolePrices,
  component: lazyRouteComponent(() => import('../../operator/prices/prices-page.tsx'), 'PricesPage'),
})

const smsRoutes = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleRoutes,
  component: lazyRouteComponent(() => import('../../operator/routes/routes-page.tsx'), 'RoutesPage'),
})

const health = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleHealth,
  component: lazyRouteComponent(() => import('../../operator/health/health-page.tsx'), 'HealthPage'),
})

const log = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleLog,
  component: lazyRouteComponent(() => import('../../operator/log/log-page.tsx'), 'LogPage'),
})

const settings = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleSettings,
  component: lazyRouteComponent(() => import('../../operator/settings/settings-page.tsx'), 'SettingsPage'),
})

const operators = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleOperators,
  component: lazyRouteComponent(() => import('../../operator/operators/operators-page.tsx'), 'OperatorsPage'),
})

const account = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleAccount,
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
export const consoleRoutes = [consoleDoor.addChildren(pages)] as const
