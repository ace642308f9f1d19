import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
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
  beforeLoad: () => speak('payments'),
  component: lazyRouteComponent(() => import('../../operator/churches/church-page.tsx'), 'ChurchPage'),
})

const senders = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleSenders,
  component: lazyRouteComponent(() => import('../../operator/senders/senders-page.tsx'), 'SendersPage'),
})

const replies = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleReplies,
  component: lazyRouteComponent(() => import('../../operator/replies/replies-page.tsx'), 'UnclaimedRepliesPage'),
})

const payments = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consolePayments,
  beforeLoad: () => speak('payments'),
  component: lazyRouteComponent(() => import('../../operator/payments/payments-page.tsx'), 'PaymentsPage'),
})

const changes = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleChanges,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/changes/changes-page.tsx'), 'ChangesPage'),
})

const prices = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consolePrices,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/prices/prices-page.tsx'), 'PricesPage'),
})

const smsRoutes = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleRoutes,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/routes/routes-page.tsx'), 'RoutesPage'),
})

const health = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleHealth,
  beforeLoad: () => Promise.all([speak('installation'), speak('payments')]).then(() => undefined),
  component: lazyRouteComponent(() => import('../../operator/health/health-page.tsx'), 'HealthPage'),
})

const log = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleLog,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/log/log-page.tsx'), 'LogPage'),
})

const settings = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleSettings,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/settings/settings-page.tsx'), 'SettingsPage'),
})

const operators = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleOperators,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/operators/operators-page.tsx'), 'OperatorsPage'),
})

const account = createRoute({
  getParentRoute: () => consoleDoor,
  path: paths.consoleAccount,
  beforeLoad: () => speak('installation'),
  component: lazyRouteComponent(() => import('../../operator/account/account-page.tsx'), 'AccountPage'),
})

const pages = [
  churches,
  church,
  senders,
  replies,
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
