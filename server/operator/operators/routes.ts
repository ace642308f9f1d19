import * as calls from '#contract/operator/session.ts'
import type { ConsoleChange } from '#contract/operator/changes.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, refuseCrossSite, type Actor, type Serve } from '../../platform/http/index.ts'
import { askForSecond, type ConfirmedAct, confirmedAct } from '../changes/ask-for-second.ts'
import { lockInstallation } from '../changes/change-store.ts'
import {
  selectInvitee,
  selectOperators,
  type OperatorRecord,
  findInvite,
  spendInvite,
  insertInvitee,
  isTaken,
} from './operator-store.ts'
import { removeOperator, resetFactor, withdrawInvite } from './remove-operator.ts'
import type { OperatorRow } from '#contract/operator/session.ts'
import {
  emailKey,
  forgiveSignIn,
  hashPassword,
  hashToken,
  isWeakPassword,
  looksLikeToken,
} from '../../identity/index.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import { operatorGuesses } from '../sessions/console-attempts.ts'
import { z } from 'zod/mini'
import { email } from '#contract/identity/signup.ts'
import { sendInviteJob } from './send-invite.ts'

/**
 * Invites another operator by mail; again, it sends a new link and the one before is dead. Throws `email_taken` when an
 * operator signs in with the address.
 */
const inviteOperator = confirmedAct({
  kind: 'operator_invite',
  shape: z.object({ name: z.string(), email }),
  look: async (tx, { name, email: address }) => {
    if (await isTaken(tx, emailKey(address))) throw new ApiError('email_taken')
    return { subject: emailKey(address), details: { name, email: address }, before: {}, after: {} }
  },
  apply: async (tx, { enqueue }, { wanted: { name, email: address }, change, actor, at }) => {
    const { reason, askedBy } = change
    const invitee = { name, email: address, emailKey: emailKey(address), invitedBy: askedBy.id, at }
    const invited = await insertInvitee(tx, invitee)
    if (!invited) throw new ApiError('email_taken')
    await enqueue(tx, sendInviteJob, { operatorId: invited.id })
    const details = { name, email: address, reason, askedBy: askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'operator.invited', subjectId: invited.id, details, at })
  },
})

/** A new link for somebody who was invited and has not come: to the same address, so nobody else is asked. */
async function resendInvite(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { id, actor, at }: { id: string; actor: Actor; at: Date },
): Promise<OperatorRecord> {
  const invited = await selectInvitee(tx, id)
  if (!invited) throw new ApiError('not_found')
  await enqueue(tx, sendInviteJob, { operatorId: id })
  const details = { name: invited.name, email: invited.email }
  await noteOperatorAct(tx, actor, { act: 'operator.invited', subjectId: id, details, at })
  return invited
}

type Acceptance = { token: string; password: string; actor: Actor; at: Date }

/**
 * Makes an invited operator one, with the token of the mail, which works once. Throws `invalid_token`, and
 * `weak_password`, after which the token still works.
 */
async function acceptInvite(
  { database }: Pick<AppContext, 'database'>,
  { token, password, actor, at }: Acceptance,
): Promise<{ email: string }> {
  if (!looksLikeToken(token)) throw new ApiError('invalid_token')
  const tokenHash = hashToken(token)
  const invited = await database.withoutTenant((tx) => findInvite(tx, tokenHash, at))
  if (!invited) throw new ApiError('invalid_token')
  const { id, name, email } = invited
  if (isWeakPassword(password, [email, ...name.split(' '), name])) throw new ApiError('weak_password')
  const passwordHash = await hashPassword(password)
  await database.withOperator({ operatorId: id }, async (tx) => {
    if (!(await spendInvite(tx, { tokenHash, passwordHash, at }))) throw new ApiError('invalid_token')
    await forgiveSignIn(tx, operatorGuesses({ emailKey: emailKey(email), ip: actor.ip ?? '' }))
    const joined: Actor = { ...actor, kind: 'operator', id, name: email }
    await noteOperatorAct(tx, joined, { act: 'operator.joined', subjectId: id, details: {}, at })
  })
  return { email }
}

/** Operators of the installation and those who are invited, the oldest first; `you` is who asks. */
async function listOperators(tx: Tx, you: string): Promise<OperatorRow[]> {
  return (await selectOperators(tx)).map((operator) => presentOperator(operator, you))
}

const presentOperator = ({ createdAt, ...operator }: OperatorRecord, you: string): OperatorRow => ({
  ...operator,
  isYou: operator.id === you,
  createdAt: createdAt.toISOString(),
})

/** What of the operators one asks for and a second one confirms. */
export const operatorActs = [inviteOperator, removeOperator, resetFactor]

type Asking = { wanted: object; reason: string; actor: Actor; at: Date }

export function operatorRoutes(serve: Serve, context: AppContext): void {
  const ask = async (tx: Tx, act: ConfirmedAct, asking: Asking): Promise<ConsoleChange> => {
    const change = await askForSecond(tx, context, act, asking)
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
    transact(async (tx) => presentOperator(await resendInvite(tx, context, { id, actor, at }), operator.operatorId)),
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
    return acceptInvite(context, { ...body, actor, at })
  })
}
