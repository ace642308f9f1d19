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

/** Signing a church up and accepting an invitation: read once, so their texts are loaded only here. */
const joiningDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'joining',
  beforeLoad: () => speak('joining'),
})

const signUp = createRoute({
  getParentRoute: () => joiningDoor,
  path: paths.signUp,
  component: lazyRouteComponent(() => import('../../identity/joining/sign-up-page.tsx'), 'SignUpPage'),
})

const invitation = createRoute({
  getParentRoute: () => joiningDoor,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('../../identity/joining/invitation-page.tsx'), 'InvitationPage'),
})

/** Pages before the doors. */
export const beforeDoors = [signIn, reset, joiningDoor.addChildren([signUp, invitation])] as const

// Staff and log read their addresses themselves, once they are entered: what stands here is loaded by the sign-in page.
const church = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings',
  beforeLoad: needs('church.manage'),
  component: lazyRouteComponent(() => import('../../identity/church/church-page.tsx'), 'ChurchPage'),
})

const staff = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/staff',
  beforeLoad: needs('church.manage'),
  component: lazyRouteComponent(() => import('../../identity/staff/staff-page.tsx'), 'StaffPage'),
})

const log = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/log',
  beforeLoad: needs('church.manage'),
  component: lazyRouteComponent(() => import('../../identity/log/log-page.tsx'), 'LogPage'),
})

const account = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/account',
  component: lazyRouteComponent(() => import('../../identity/account/account-page.tsx'), 'AccountPage'),
})

/** The church's own settings and one's own account, inside the tenant door. */
export const settingsRoutes = [church, staff, log, account] as const
