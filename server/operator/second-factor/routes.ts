import * as calls from '#contract/operator/session.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { operatorToken } from '../sessions/operator-cookie.ts'
import { confirmFactor, startFactor } from './change-factor.ts'

export function factorRoutes(serve: Serve, house: House): void {
  serve(calls.startOperatorFactor, ({ body, operator, at }) => startFactor(house, { ...body, operator, at }))
  serve(calls.confirmOperatorFactor, async ({ body, operator, actor, request, at }) => {
    const token = operatorToken(request, house.config)
    return { recoveryCodes: await confirmFactor(house, { ...body, operator, token, actor, at }) }
  })
}
