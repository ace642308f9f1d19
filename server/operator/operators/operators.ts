import * as calls from '#contract/operator/session.ts'
import type { ConsoleChange } from '#contract/operator/changes.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, refuseCrossSite, type Actor, type Serve } from '../../platform/http/index.ts'
import { askForSecond, type ConfirmedAct, confirmedAct, lockInstallation, withdrawChangesOf } from '../changes/index.ts'
import {
  selectInvitee,
  selectOperators,
  type OperatorRecord,
  findInvite,
  spendInvite,
  insertInvitee,
  isTaken,
  forgetFactor,
  markRemoved,
  removeInviteesOf,
  selectMember,
  insertOperator,
  operatorAttempts,
  endSessionsOfOperator,
} from '../accounts/index.ts'
import type { OperatorRow } from '#contract/operator/session.ts'
import {
  emailKey,
  forgiveSignIn,
  hashPassword,
  hashToken,
  isWeakPassword,
  looksLikeToken,
} from '../../identity/index.ts'
import { noteOperatorAct } from '../log/index.ts'
import { z } from 'zod/mini'
import { email } from '#contract/identity/signup.ts'
import { sendInviteJob } from './operator-jobs.ts'

type NewOperator = {
  name: string
  email: string
  /** Made by `hashPassword`, before the transaction. */
  passwordHash: string
  /** Lets in by password alone, in the demo only. */
  isDemo?: boolean
}

/**
 * Makes an operator without an invitation: the demo's, and those of tests. The transaction is an operator's. False when
 * there is one of this address.
 */
export function addOperator(tx: Tx, { email, isDemo = false, ...operator }: NewOperator, at: Date): Promise<boolean> {
  return insertOperator(tx, { ...operator, isDemo, email: email.trim(), emailKey: emailKey(email), at })
}

const whom = z.object({ id: z.uuid() })

/** Another operator, as what is asked for names them; throws `not_found`. */
async function lookAt(tx: Tx, id: string) {
  const member = await selectMember(tx, id)
  if (!member) throw new ApiError('not_found')
  return { subject: id, details: { name: member.name, email: member.email }, before: {}, after: {} }
}

/**
 * Removes another operator, ends their sessions, and withdraws their invitations and what they asked for. Of two who remove
 * each other one remains: what was asked for by somebody who is gone is asked for by nobody.
 */
const removeOperator = confirmedAct({
  kind: 'operator_remove',
  shape: whom,
  look: (tx, { id }) => lookAt(tx, id),
  apply: async (tx, _context, { wanted: { id }, change, actor, at }) => {
    await remove(tx, { id, actor, why: { reason: change.reason, askedBy: change.askedBy.name }, at })
  },
})

/** Withdraws the invitation of somebody who has not come: it gives nobody anything, so one operator may. */
async function withdrawInvite(tx: Tx, invited: { id: string; actor: Actor; reason: string; at: Date }): Promise<void> {
  await remove(tx, { ...invited, why: { reason: invited.reason } })
}

type Removal = { id: string; actor: Actor; why: Record<string, string>; at: Date }

async function remove(tx: Tx, { id, actor, why, at }: Removal): Promise<void> {
  const removed = await markRemoved(tx, id, at)
  if (!removed) throw new ApiError('not_found')
  await endSessionsOfOperator(tx, id)
  await removeInviteesOf(tx, id, at)
  await withdrawChangesOf(tx, id, at)
  await noteOperatorAct(tx, actor, { act: 'operator.removed', subjectId: id, details: { ...removed, ...why }, at })
}

/** Who has lost app and recovery codes sets up another factor at the next sign-in; whoever sits in a session now is out. */
const resetFactor = confirmedAct({
  kind: 'operator_reset_factor',
  shape: whom,
  look: (tx, { id }) => lookAt(tx, id),
  apply: async (tx, _context, { wanted: { id }, looked, change, actor, at }) => {
    await forgetFactor(tx, id, { by: change.askedBy.id, at })
    await endSessionsOfOperator(tx, id)
    const details = { ...looked.details, reason: change.reason, askedBy: change.askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'operator.second_factor_reset', subjectId: id, details, at })
  },
})

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
    await forgiveSignIn(tx, operatorAttempts({ emailKey: emailKey(email), ip: actor.ip ?? '' }))
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
