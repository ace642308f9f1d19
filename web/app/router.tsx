import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type Router,
} from '@tanstack/react-router'
import { Pending } from './pending.tsx'
import type { churchRoutes } from './routes/church-routes.ts'
import { consoleFrontRoutes } from './routes/console-front-routes.ts'
import type { consoleRoutes } from './routes/console-routes.ts'
import { beforeDoors } from './routes/front-routes.ts'
import { crashPage, rootRoute } from './routes/root.ts'

/**
 * The pages before the doors do not list what stands behind them. A list of lazy routes comes in one file with the guards of its
 * doors, as soon as an address leads into it; until then one route stands for all of it.
 */
const lazyLists = {
  church: async (): Promise<readonly AnyRoute[]> => (await import('./routes/church-routes.ts')).churchRoutes,
  desk: async (): Promise<readonly AnyRoute[]> => (await import('./routes/console-routes.ts')).consoleRoutes,
}
type LazyRoutes = keyof typeof lazyLists

const placeholder = (lazyRoutes: LazyRoutes, path: string): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    errorComponent: crashPage,
    beforeLoad: async ({ location }) => {
      known[lazyRoutes] = await lazyLists[lazyRoutes]()
      plan()
      const { routesById, ...tree } = router.buildRouteTree()
      // No address leads to a stand-in any more, but one may still be on the screen, waiting.
      router.setRoutes({ ...tree, routesById: { ...firstById, ...routesById } })
      // The same address once more, now that its page is known.
      throw redirect({ href: location.href, state: true, replace: true })
    },
  })

const known: Record<LazyRoutes, readonly AnyRoute[]> = {
  church: [placeholder('church', '/$')],
  desk: [placeholder('desk', '/operator/$')],
}

/** All that is known below the root, which is changed by it. */
const plan = (): AnyRoute =>
  rootRoute.addChildren([...beforeDoors, ...consoleFrontRoutes, ...known.church, ...known.desk])

export const router = createRouter({
  routeTree: plan(),
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultPendingComponent: Pending,
  defaultErrorComponent: lazyRouteComponent(() => import('./gate/crash-page.tsx'), 'CrashInside'),
  scrollRestoration: true,
})

const firstById: Record<string, AnyRoute> = { ...router.routesById }

type Pages = readonly [
  ...typeof beforeDoors,
  ...typeof consoleFrontRoutes,
  ...typeof churchRoutes,
  ...typeof consoleRoutes,
]

declare module '@tanstack/react-router' {
  interface Register {
    /** Links are checked against every page, listed already or not. */
    router: Router<ReturnType<typeof rootRoute.addChildren<Pages>>, 'never', false>
  }
}
