import type { Serve } from '../platform/http/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { changeRoutes } from './changes/index.ts'
import { changeSubscription, churchRoutes, grantDaysForTwo } from './churches/index.ts'
import { healthRoutes } from './health/index.ts'
import { logRoutes } from './log/index.ts'
import { operatorActs, operatorRoutes } from './operators/index.ts'
import { paymentActs, requestRoutes } from './requests/index.ts'
import { factorRoutes, sessionRoutes } from './accounts/index.ts'
import { settingActs, settingRoutes } from './settings/index.ts'

/** Everything that one operator asks for and a second one, or the command on the server, confirms. */
export const confirmedActs = [...settingActs, ...operatorActs, ...paymentActs, changeSubscription, grantDaysForTwo]

export function routes(serve: Serve, context: AppContext): void {
  sessionRoutes(serve, context)
  factorRoutes(serve, context)
  operatorRoutes(serve, context)
  churchRoutes(serve, context)
  requestRoutes(serve, context)
  settingRoutes(serve, context)
  changeRoutes(serve, context, confirmedActs)
  healthRoutes(serve)
  logRoutes(serve)
}
