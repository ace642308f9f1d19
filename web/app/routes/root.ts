import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'

/** What is shown of a screen, and of all behind a door, that fails. */
export const crashPage = lazyRouteComponent(() => import('../gate/crash-page.tsx'), 'CrashPage')

export const rootRoute = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('../gate/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: crashPage,
})
