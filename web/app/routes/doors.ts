import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Ability } from '#contract/identity/abilities.ts'
import { speak, type Place } from '../../lib/languages/index.ts'
import { paths, safeNext } from '../../lib/paths.ts'

const crashPage = lazyRouteComponent(() => import('../crash-page.tsx'), 'CrashPage')

export const rootRoute = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('../not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: crashPage,
})

/** Guards, and the query cache with them, are loaded with the first door that needs a session: sign-in stays light. */
export const guards = () => import('../guards.ts')

/** Everything a signed-in person does while the church's gate is open. */
export const tenantDoor = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dashboard,
  component: lazyRouteComponent(() => import('../tenant/door.tsx'), 'TenantDoor'),
  errorComponent: crashPage,
  beforeLoad: async ({ location }) => (await guards()).requireOpenGate(location.href),
})

/** What stays open while the subscription is expired or the capacity exceeded. */
export const gatedDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'gated',
  component: lazyRouteComponent(() => import('../gate/gated-door.tsx'), 'GatedDoor'),
  errorComponent: crashPage,
  beforeLoad: async ({ location }) => (await guards()).requireSession(location.href),
})

/**
 * `beforeLoad` of a screen that needs an ability; without it the "No Authorization" page is shown. `texts` names what the
 * screen's area says.
 */
export const needs = (ability: Ability, texts: Place) => async () => {
  const { session } = await guards()
  const [{ abilities }] = await Promise.all([session(), speak(texts)])
  if (!abilities.includes(ability)) throw redirect({ to: paths.unauthorized, replace: true })
}

export const searchWithNext = (search: Record<string, unknown>): { next?: string } => {
  const next = safeNext(search['next'])
  return next ? { next } : {}
}
