import * as calls from '#contract/operator/session.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { operatorToken } from '../sessions/operator-cookie.ts'
import { confirmFactor, startFactor, stopFactor } from './change-factor.ts'

export function factorRoutes(serve: Serve, house: House): void {
  serve(calls.startOperatorFactor, ({ body, operator, actor, request, at }) =>
    startFactor(house, { ...body, operator, actor, ip: request.ip, at }),
  )
  serve(calls.confirmOperatorFactor, async ({ body, operator, actor, request, at }) => {
    const token = operatorToken(request, house.config)
    await confirmFactor(house, { ...body, operator, token, actor, ip: request.ip, at })
    return { isOn: true as const }
  })
  serve(calls.stopOperatorFactor, async ({ body, operator, actor, request, at }) => {
    await stopFactor(house, { ...body, operator, actor, ip: request.ip, at })
    return { isOn: false as const }
  })
}
