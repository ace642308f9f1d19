import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { needs, rootRoute, searchWithNext, tenantDoor } from './doors.ts'

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: searchWithNext,
  component: lazyRouteComponent(() => import('../../identity/sign-in-page.tsx'), 'SignInPage'),
})

const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.reset,
  component: lazyRouteComponent(() => import('../../identity/reset-page.tsx'), 'ResetPage'),
})

const signUpDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'sign-up',
  beforeLoad: () => speak('signup'),
})

const signUp = createRoute({
  getParentRoute: () => signUpDoor,
  path: paths.signUp,
  component: lazyRouteComponent(() => import('../../identity/joining/sign-up-page.tsx'), 'SignUpPage'),
})

const joiningDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'joining',
  beforeLoad: () => speak('joining'),
})

const invitation = createRoute({
  getParentRoute: () => joiningDoor,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('../../identity/joining/invitation-page.tsx'), 'InvitationPage'),
})

/** Pages before the doors. */
export const beforeDoors = [
  signIn,
  reset,
  signUpDoor.addChildren([signUp]),
  joiningDoor.addChildren([invitation]),
] as const

// Staff and log read their addresses themselves, once they are entered: what stands here is loaded by the sign-in page.
const church = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings',
  beforeLoad: needs('church.manage', 'church'),
  component: lazyRouteComponent(() => import('../../identity/church/church-page.tsx'), 'ChurchPage'),
})

const staff = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/staff',
  beforeLoad: needs('church.manage', 'church'),
  component: lazyRouteComponent(() => import('../../identity/staff/staff-page.tsx'), 'StaffPage'),
})

const log = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/log',
  beforeLoad: needs('church.manage', 'church'),
  component: lazyRouteComponent(() => import('../../identity/log/log-page.tsx'), 'LogPage'),
})

const account = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/account',
  beforeLoad: () => speak('church'),
  component: lazyRouteComponent(() => import('../../identity/account/account-page.tsx'), 'AccountPage'),
})

/** The church's own settings and one's own account, inside the tenant door. */
export const settingsRoutes = [church, staff, log, account] as const
