import type { z } from 'zod/mini'
import type { ChangeKind, ConsoleChange } from '#contract/operator/changes.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { orderedId } from '../../platform/ordered-id.ts'
import { noteOperatorAct } from '../log/index.ts'
import { insertChange, selectActive, selectChange, type ChangeRecord } from './change-store.ts'
import { tellChangeJob } from './tell-change.ts'

/** The fields that differ, as they were and as they are; null: nothing differs. Both have the same fields. */
export function changesOf<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed.length === 0) return null
  const only = (row: T): Partial<T> =>
    Object.fromEntries(Object.entries(row).filter(([key]) => changed.includes(key))) as Partial<T>
  return { before: only(before), after: only(after) }
}

/** How long a second operator has. */
const WAITS_MS = 7 * 24 * 60 * 60 * 1000

/** What an act would change, as people read it. */
export type Looked = {
  /** The one thing that is changed; empty: the installation. */
  subject: string
  tenantId?: string
  details: Record<string, unknown>
  before: Record<string, unknown>
  after: Record<string, unknown>
}

type Applying<Wanted> = {
  wanted: Wanted
  /** As it was found under the lock a moment ago, which is as it was when it was asked for. */
  looked: Looked
  change: ChangeRecord
  /** The second: an operator, or the command on the server, who has no id. */
  actor: Actor
  at: Date
}

type Definition<Wanted> = {
  kind: ChangeKind
  /** What is asked for, as it is kept until it is done. */
  shape: z.ZodMiniType<Wanted>
  /**
   * What it would change now; null: nothing. Asked when it is asked for and again when it is confirmed: what then differs
   * is done no more. Throws what the act refuses. The installation is locked.
   */
  look: (tx: Tx, wanted: Wanted, at: Date) => Promise<Looked | null>
  /** Does it, and notes it in the log. False: it turned out that it may not be done any more. */
  apply: (tx: Tx, context: Pick<AppContext, 'enqueue'>, applying: Applying<Wanted>) => Promise<void | false>
}

/** One act that takes a second operator. */
export type ConfirmedAct = Omit<Definition<unknown>, 'shape'>

/** Defines one; whatever was kept is read by its shape before it is looked at or done. */
export const confirmedAct = <Wanted>({ kind, shape, look, apply }: Definition<Wanted>): ConfirmedAct => ({
  kind,
  look: (tx, wanted, at) => look(tx, shape.parse(wanted), at),
  apply: (tx, context, applying) => apply(tx, context, { ...applying, wanted: shape.parse(applying.wanted) }),
})

type Asking = { wanted: object; reason: string; actor: Actor; at: Date }

/**
 * Keeps what an operator asks for until a second one confirms it, and tells the others by mail. Asked for twice it is one.
 * Null: everything is like this already. The caller has locked the installation.
 */
export async function askForSecond(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  act: ConfirmedAct,
  { wanted, reason, actor, at }: Asking,
): Promise<ConsoleChange | null> {
  if (actor.kind !== 'operator' || actor.id === null) throw new ApiError('not_allowed')
  const looked = await act.look(tx, wanted, at)
  if (!looked) return null
  const { kind } = act
  const { tenantId = null, ...rest } = looked
  const expiresAt = new Date(at.getTime() + WAITS_MS)
  const asked = { id: orderedId(), kind, wanted, reason, askedBy: actor.id, at, expiresAt, tenantId, ...rest }
  const { id, isNew } = await insertChange(tx, asked)
  const change = await selectChange(tx, id, at)
  if (!change) throw new Error('What was asked for is there')
  if (isNew) {
    const { details, before, after } = looked
    const noted = {
      act: 'change.asked' as const,
      subjectId: id,
      details: { kind, ...details, before, after, reason },
      at,
    }
    await noteOperatorAct(tx, actor, tenantId === null ? noted : { ...noted, tenantId })
    for (const other of await selectActive(tx))
      if (other.id !== actor.id) await enqueue(tx, tellChangeJob, { changeId: id, operatorId: other.id })
  }
  return presentChange(change, { operatorId: actor.id, tied: [] })
}

export function presentChange(
  change: ChangeRecord,
  { operatorId, tied }: { operatorId: string; tied: readonly string[] },
): ConsoleChange {
  const { wanted: _, ...shown } = change
  const isYours = change.askedBy.id === operatorId
  return {
    ...shown,
    askedAt: change.askedAt.toISOString(),
    expiresAt: change.expiresAt.toISOString(),
    decidedAt: change.decidedAt?.toISOString() ?? null,
    isYours,
    mayConfirm: change.state === 'waiting' && !isYours && !tied.includes(change.askedBy.id),
  }
}
