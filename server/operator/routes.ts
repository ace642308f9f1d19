import type { Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
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

export function routes(serve: Serve, house: House): void {
  sessionRoutes(serve, house)
  factorRoutes(serve, house)
  operatorRoutes(serve, house)
  churchRoutes(serve, house)
  requestRoutes(serve, house)
  settingRoutes(serve, house)
  changeRoutes(serve, house, confirmedActs)
  healthRoutes(serve)
}
