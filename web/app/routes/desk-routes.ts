import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { speak } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { rootRoute } from './doors.ts'

const crashPage = lazyRouteComponent(() => import('../crash-page.tsx'), 'CrashPage')
const guards = () => import('../desk/desk-guards.ts')

/** Everything an operator does. */
const deskDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  component: lazyRouteComponent(() => import('../desk/desk-door.tsx'), 'DeskDoor'),
  errorComponent: crashPage,
  beforeLoad: async () => (await guards()).requireOperator(),
})

const deskStart = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.desk,
  beforeLoad: () => {
    throw redirect({ to: paths.deskChurches, replace: true })
  },
})

/** Before the desk: its own sign-in and invitations. */
const deskFront = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk-front',
  beforeLoad: () => speak('operator'),
})

const deskSignIn = createRoute({
  getParentRoute: () => deskFront,
  path: paths.deskSignIn,
  component: lazyRouteComponent(() => import('../../operator/sign-in/desk-sign-in-page.tsx'), 'DeskSignInPage'),
})

const deskInvitation = createRoute({
  getParentRoute: () => deskFront,
  path: paths.deskInvitation,
  component: lazyRouteComponent(() => import('../../operator/sign-in/desk-invitation-page.tsx'), 'DeskInvitationPage'),
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
  prices,
  smsRoutes,
  health,
  log,
  settings,
  operators,
  account,
] as const

/** The operator's desk: its sign-in and its own door with everything behind it. */
export const deskRoutes = [
  deskStart,
  deskFront.addChildren([deskSignIn, deskInvitation]),
  deskDoor.addChildren(pages),
] as const
