import * as calls from '#contract/operator/session.ts'
import type { House } from '#server/platform/house.ts'
import { refuseCrossSite, type Serve } from '#server/platform/http/index.ts'
import { acceptInvite } from './accept-invite.ts'
import { inviteOperator } from './invite-operator.ts'
import { listOperators, presentOperator } from './list-operators.ts'
import { removeOperator } from './remove-operator.ts'

export function operatorRoutes(serve: Serve, house: House): void {
  serve(calls.listOperators, ({ operator, transact }) => transact((tx) => listOperators(tx, operator.operatorId)))
  serve(calls.inviteOperator, ({ body, operator, actor, at, transact }) =>
    transact(async (tx) => {
      const { operatorId } = operator
      return presentOperator(await inviteOperator(tx, house, { ...body, operatorId, actor, at }), operatorId)
    }),
  )
  serve(calls.removeOperator, ({ params, operator, actor, at, transact }) =>
    transact(async (tx) => {
      await removeOperator(tx, { id: params.id, operatorId: operator.operatorId, actor, at })
      return { removed: true as const }
    }),
  )
  serve(calls.acceptOperatorInvite, ({ body, actor, at, request }) => {
    refuseCrossSite(request)
    return acceptInvite(house, { ...body, actor, at })
  })
}
