import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { speak } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { rootRoute } from './root.ts'

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

const deskEnrol = createRoute({
  getParentRoute: () => deskFront,
  path: paths.deskEnrol,
  component: lazyRouteComponent(() => import('../../operator/sign-in/desk-enrol-page.tsx'), 'DeskEnrolPage'),
  // Who only signs in to a church does not carry this.
  beforeLoad: async () => (await import('../desk/desk-guards.ts')).requireNewcomer(),
})

/** What an operator reaches without being signed in, or before there is a second factor. */
export const deskFrontRoutes = [deskStart, deskFront.addChildren([deskSignIn, deskInvitation, deskEnrol])] as const
