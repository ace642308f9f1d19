import type { Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { churchRoutes } from './churches/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { operatorRoutes } from './operators/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingRoutes } from './settings/routes.ts'

export function routes(serve: Serve, house: House): void {
  sessionRoutes(serve, house)
  factorRoutes(serve, house)
  operatorRoutes(serve, house)
  churchRoutes(serve, house)
  requestRoutes(serve, house)
  settingRoutes(serve)
  healthRoutes(serve)
}
