import * as calls from '#contract/operator/session.ts'
import type { DeskChange } from '#contract/operator/changes.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, refuseCrossSite, type Actor, type Serve } from '#server/platform/http/index.ts'
import { askForSecond, type ConfirmedAct } from '../changes/ask-for-second.ts'
import { lockInstallation } from '../changes/change-store.ts'
import { acceptInvite } from './accept-invite.ts'
import { inviteOperator, resendInvite } from './invite-operator.ts'
import { listOperators, presentOperator } from './list-operators.ts'
import { selectInvitee } from './operator-store.ts'
import { removeOperator, resetFactor, withdrawInvite } from './remove-operator.ts'

/** What of the operators one asks for and a second one confirms. */
export const operatorActs = [inviteOperator, removeOperator, resetFactor]

type Asking = { wanted: object; reason: string; actor: Actor; at: Date }

export function operatorRoutes(serve: Serve, house: House): void {
  const ask = async (tx: Tx, act: ConfirmedAct, asking: Asking): Promise<DeskChange> => {
    const change = await askForSecond(tx, house, act, asking)
    if (!change) throw new Error('An operator comes, goes or gets a new factor: something changes')
    return change
  }
  serve(calls.listOperators, ({ operator, transact }) => transact((tx) => listOperators(tx, operator.operatorId)))
  serve(calls.inviteOperator, ({ body: { reason, ...wanted }, actor, at, transact }) =>
    transact(async (tx) => {
      await lockInstallation(tx)
      return ask(tx, inviteOperator, { wanted, reason, actor, at })
    }),
  )
  serve(calls.resendOperatorInvite, ({ params: { id }, operator, actor, at, transact }) =>
    transact(async (tx) => presentOperator(await resendInvite(tx, house, { id, actor, at }), operator.operatorId)),
  )
  serve(calls.removeOperator, ({ params: { id }, body: { reason }, operator, actor, at, transact }) =>
    transact(async (tx) => {
      if (id === operator.operatorId) throw new ApiError('not_allowed')
      await lockInstallation(tx)
      if (!(await selectInvitee(tx, id))) return ask(tx, removeOperator, { wanted: { id }, reason, actor, at })
      await withdrawInvite(tx, { id, reason, actor, at })
      return null
    }),
  )
  serve(calls.resetOperatorFactor, ({ params: { id }, body: { reason }, operator, actor, at, transact }) =>
    transact(async (tx) => {
      if (id === operator.operatorId) throw new ApiError('not_allowed')
      await lockInstallation(tx)
      return ask(tx, resetFactor, { wanted: { id }, reason, actor, at })
    }),
  )
  serve(calls.acceptOperatorInvite, ({ body, actor, at, request }) => {
    refuseCrossSite(request)
    return acceptInvite(house, { ...body, actor, at })
  })
}
