import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Ability } from '#contract/abilities.ts'
import { speak, type Place } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { requireOpenGate, requireSession, session } from '../session/guards.ts'
import { crashPage, rootRoute } from './root.ts'

/** Everything a signed-in person does while the church's gate is open. */
export const tenantDoor = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dashboard,
  component: lazyRouteComponent(() => import('../tenant/door.tsx'), 'TenantDoor'),
  errorComponent: crashPage,
  beforeLoad: ({ location }) => requireOpenGate(location.href),
})

/** What stays open while the subscription is expired or the capacity exceeded. */
export const gatedDoor = createRoute({
  getParentRoute: () => rootRoute,
  id: 'gated',
  component: lazyRouteComponent(() => import('../gate/gated-door.tsx'), 'GatedDoor'),
  errorComponent: crashPage,
  beforeLoad: ({ location }) => requireSession(location.href),
})

/**
 * `beforeLoad` of a screen that needs an ability; without it the "No Authorization" page is shown. `texts` names what the
 * screen's area says.
 */
export const needs = (ability: Ability, texts: Place) => async () => {
  const [{ abilities }] = await Promise.all([session(), speak(texts)])
  if (!abilities.includes(ability)) throw redirect({ to: paths.unauthorized, replace: true })
}
