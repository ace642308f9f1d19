import { isDeepStrictEqual } from 'node:util'
import type { ConsoleAct } from '#contract/operator/console-acts.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { noteOperatorAct } from '../log/index.ts'
import { isOperator } from '../accounts/index.ts'
import type { ConfirmedAct, Looked } from './ask-for-second.ts'
import {
  endChange,
  lockInstallation,
  selectActive,
  selectChange,
  selectTied,
  type ChangeRecord,
  type Ending,
} from './change-store.ts'
import { tellChangeJob } from './tell-change.ts'

type Deciding = { id: string; actor: Actor; at: Date }
/** `actor` without an id: the command on the server. */
type Confirming = Deciding & { acts: readonly ConfirmedAct[] }

/** Their subject may be the only other one, who has left or has lost everything: the server may always be the second. */
const ALWAYS_BY_COMMAND = new Set<ChangeRecord['kind']>(['operator_remove', 'operator_reset_factor'])

/**
 * Does what was asked for, exactly once: decided under the installation's lock, and looked at again before it is done.
 * False: it is `stale` now, for what it changes is not what it was. The transaction is an operator's, inside the change's
 * church if it has one. Throws `not_found`, `already_decided`, `same_operator`, `not_your_second`, and what the act refuses.
 */
export async function confirmChange(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  { id, acts, actor, at }: Confirming,
): Promise<boolean> {
  await lockInstallation(tx)
  const change = await waiting(tx, id, at)
  if (actor.id === null) await refuseNeedless(tx, change, at)
  else await refuseOtherThanSecond(tx, change, { operatorId: actor.id, at })
  const act = acts.find(({ kind }) => kind === change.kind)
  if (!act) throw new Error(`Nobody does what was asked for: ${change.kind}`)
  const { wanted } = change
  const looked = await act.look(tx, wanted, at)
  const isDone =
    isSame(change, looked) && (await act.apply(tx, context, { wanted, looked, change, actor, at })) !== false
  await end(tx, change, { state: isDone ? 'applied' : 'stale', actor, at })
  if (isDone) await tellAll(tx, context, change)
  return isDone
}

/** The change that waits; throws `not_found` and `already_decided`. The installation is locked. */
async function waiting(tx: Tx, id: string, at: Date): Promise<ChangeRecord> {
  const change = await selectChange(tx, id, at)
  if (!change) throw new ApiError('not_found')
  // Whoever asked and was removed is no operator who could ask for anything.
  if (change.state !== 'waiting' || !(await isOperator(tx, change.askedBy.id))) throw new ApiError('already_decided')
  return change
}

async function refuseOtherThanSecond(
  tx: Tx,
  { askedBy }: ChangeRecord,
  { operatorId, at }: { operatorId: string; at: Date },
): Promise<void> {
  if (!(await isOperator(tx, operatorId))) throw new ApiError('not_signed_in')
  if (askedBy.id === operatorId) throw new ApiError('same_operator')
  if ((await selectTied(tx, operatorId, at)).includes(askedBy.id)) throw new ApiError('not_your_second')
}

/** The server is the second where no operator can be. */
async function refuseNeedless(tx: Tx, change: ChangeRecord, at: Date): Promise<void> {
  if (ALWAYS_BY_COMMAND.has(change.kind)) return
  if ((await secondsOf(tx, change, at)).length > 0) throw new ApiError('not_allowed')
}

/** Who can be the second of a change. */
export async function secondsOf(tx: Tx, { askedBy }: ChangeRecord, at: Date): Promise<{ id: string; name: string }[]> {
  const tied = await selectTied(tx, askedBy.id, at)
  return (await selectActive(tx)).filter(({ id }) => id !== askedBy.id && !tied.includes(id))
}

/** As it was when it was asked for, from and to. */
const isSame = (change: ChangeRecord, looked: Looked | null): looked is Looked =>
  looked !== null && isDeepStrictEqual(plain([change.before, change.after]), plain([looked.before, looked.after]))

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Refuses what another operator asked for. Throws `not_found`, `already_decided`, `same_operator`. */
export async function refuseChange(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { id, reason, actor, at }: Deciding & { reason: string },
): Promise<void> {
  await lockInstallation(tx)
  const change = await waiting(tx, id, at)
  if (change.askedBy.id === actor.id) throw new ApiError('same_operator')
  await end(tx, change, { state: 'refused', reason, actor, at })
  await enqueue(tx, tellChangeJob, { changeId: id, operatorId: change.askedBy.id })
}

/** Takes back what one asked for oneself. Throws `not_found`, `already_decided`, `not_allowed`. */
export async function withdrawChange(tx: Tx, { id, actor, at }: Deciding): Promise<void> {
  await lockInstallation(tx)
  const change = await waiting(tx, id, at)
  if (change.askedBy.id !== actor.id) throw new ApiError('not_allowed')
  await end(tx, change, { state: 'withdrawn', actor, at })
}

const actOf: Partial<Record<Ending['state'], ConsoleAct>> = {
  refused: 'change.refused',
  withdrawn: 'change.withdrawn',
  stale: 'change.stale',
}

type End = Pick<Ending, 'state' | 'at'> & { reason?: string; actor: Actor }

/** Writes what became of it. What was done notes itself. */
async function end(tx: Tx, change: ChangeRecord, { state, reason, actor, at }: End): Promise<void> {
  const { id, kind, churchId, details, before, after, askedBy } = change
  const why = reason === undefined ? {} : { reason }
  if (!(await endChange(tx, id, { state, decidedBy: actor.id, at, ...why }))) throw new ApiError('already_decided')
  const act = actOf[state]
  if (!act) return
  const noted = { act, subjectId: id, details: { kind, ...details, before, after, askedBy: askedBy.name, ...why }, at }
  await noteOperatorAct(tx, actor, churchId === null ? noted : { ...noted, tenantId: churchId })
}

async function tellAll(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { id: changeId }: ChangeRecord,
): Promise<void> {
  for (const { id: operatorId } of await selectActive(tx)) await enqueue(tx, tellChangeJob, { changeId, operatorId })
}
