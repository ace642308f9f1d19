import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
import { paths, safeNext } from '../../routing/paths.ts'
import { rootRoute } from './root.ts'

const searchWithNext = (search: Record<string, unknown>): { next?: string } => {
  const next = safeNext(search['next'])
  return next ? { next } : {}
}

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: searchWithNext,
  component: lazyRouteComponent(() => import('../../identity/entering/sign-in-page.tsx'), 'SignInPage'),
})

const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.reset,
  component: lazyRouteComponent(() => import('../../identity/entering/reset-page.tsx'), 'ResetPage'),
})

const signUpDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'sign-up',
  beforeLoad: () => speak('signup'),
})

const signUp = createRoute({
  getParentRoute: () => signUpDoor,
  path: paths.signUp,
  component: lazyRouteComponent(() => import('../../identity/entering/sign-up-page.tsx'), 'SignUpPage'),
})

const joiningDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'joining',
  beforeLoad: () => speak('joining'),
})

const invitation = createRoute({
  getParentRoute: () => joiningDoor,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('../../identity/entering/invitation-page.tsx'), 'InvitationPage'),
})

/** Pages before the doors. */
export const beforeDoors = [
  signIn,
  reset,
  signUpDoor.addChildren([signUp]),
  joiningDoor.addChildren([invitation]),
] as const
