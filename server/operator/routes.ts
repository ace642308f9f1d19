import type { Serve } from '../platform/http/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { changeRoutes } from './changes/routes.ts'
import { changeSubscription } from './churches/change-subscription.ts'
import { churchRoutes } from './churches/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { operatorActs, operatorRoutes } from './operators/routes.ts'
import { paymentActs } from './requests/decide-payment.ts'
import { requestRoutes } from './requests/routes.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingActs, settingRoutes } from './settings/routes.ts'

/** Everything that one operator asks for and a second one, or the command on the server, confirms. */
export const confirmedActs = [...settingActs, ...operatorActs, ...paymentActs, changeSubscription]

export function routes(serve: Serve, context: AppContext): void {
  sessionRoutes(serve, context)
  factorRoutes(serve, context)
  operatorRoutes(serve, context)
  churchRoutes(serve, context)
  requestRoutes(serve, context)
  settingRoutes(serve, context)
  changeRoutes(serve, context, confirmedActs)
  healthRoutes(serve)
}
