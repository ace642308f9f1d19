import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { rootRoute } from './root.ts'

const consoleStart = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.desk,
  beforeLoad: () => {
    throw redirect({ to: paths.consoleChurches, replace: true })
  },
})

/** Before the desk: its own sign-in and invitations. */
const consoleFront = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk-front',
  beforeLoad: () => speak('operator'),
})

const consoleSignIn = createRoute({
  getParentRoute: () => consoleFront,
  path: paths.consoleSignIn,
  component: lazyRouteComponent(() => import('../../operator/sign-in/console-sign-in-page.tsx'), 'ConsoleSignInPage'),
})

const consoleInvitation = createRoute({
  getParentRoute: () => consoleFront,
  path: paths.consoleInvitation,
  component: lazyRouteComponent(
    () => import('../../operator/sign-in/console-invitation-page.tsx'),
    'ConsoleInvitationPage',
  ),
})

const consoleEnrol = createRoute({
  getParentRoute: () => consoleFront,
  path: paths.consoleEnrol,
  component: lazyRouteComponent(() => import('../../operator/sign-in/console-enrol-page.tsx'), 'ConsoleEnrolPage'),
  // Who only signs in to a church does not carry this.
  beforeLoad: async () => (await import('../console/console-guards.ts')).requireNewcomer(),
})

/** What an operator reaches without being signed in, or before there is a second factor. */
export const consoleFrontRoutes = [
  consoleStart,
  consoleFront.addChildren([consoleSignIn, consoleInvitation, consoleEnrol]),
] as const
