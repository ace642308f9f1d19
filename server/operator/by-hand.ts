import { randomUUID } from 'node:crypto'
import { emailKey } from '../identity/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { ApiError, type Actor, systemActor } from '../platform/http/index.ts'
import {
  selectChange,
  selectChanges,
  type ChangeRecord,
  linesOf,
  titleOf,
  confirmChange,
  secondsOf,
} from './changes/index.ts'
import { noteOperatorAct } from './log/index.ts'
import { findMember, forgetFactor, insertInvitee, endSessionsOfOperator } from './accounts/index.ts'
import { confirmedActs } from './routes.ts'
import type { Database } from '../platform/database/index.ts'
import { type InviteLink, makeInviteLink } from './operators/index.ts'

type Server = Pick<AppContext, 'database' | 'enqueue'> & { at: Date }

/** Whoever may run a command on the server. An operator's acts are noted, but no operator is named. */
const serverActor: Actor = { kind: 'operator', id: null, name: 'command on the server', ip: null, device: null }
/** Nobody in particular, to whom the operators' tables open. */
const scope = (tenantId?: string | null) => ({ operatorId: randomUUID(), tenantId: tenantId ?? undefined })
const MOST = 100

/** What waits for a second operator, each as people read it. */
export function waitingByHand({ database, at }: Omit<Server, 'enqueue'>): Promise<string[]> {
  return database.withOperator(scope(), async (tx) => {
    const waiting = await selectChanges(tx, { isWaiting: true, after: null, limit: MOST }, at)
    return waiting.map(describe)
  })
}

const describe = (change: ChangeRecord): string =>
  [
    `${change.id}  ${titleOf(change)}`,
    ...linesOf(change).map((line) => `  ${line}`),
    `  Requested by ${change.askedBy.name}, ${change.askedAt.toISOString()}${change.reason && `: ${change.reason}`}`,
  ].join('\n')

export type ByHand = 'done' | 'stale' | 'unknown' | 'decided' | { seconds: string[] }

/** What confirming it would do, for whoever is asked whether to; or why it cannot be. */
export async function confirmByHand(
  { database, enqueue, at }: Server,
  { id, isSure }: { id: string; isSure: (what: string) => Promise<boolean> },
): Promise<ByHand | 'left'> {
  const found = await database.withOperator(scope(), async (tx) => {
    const change = await selectChange(tx, id, at)
    return change && { change, seconds: await secondsOf(tx, change, at) }
  })
  if (!found) return 'unknown'
  if (found.change.state !== 'waiting') return 'decided'
  if (!(await isSure(describe(found.change)))) return 'left'
  try {
    const isDone = await database.withOperator(scope(found.change.churchId), (tx) =>
      confirmChange(tx, { enqueue }, { id, acts: confirmedActs, actor: serverActor, at }),
    )
    return isDone ? 'done' : 'stale'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_allowed') return { seconds: found.seconds.map(({ name }) => name) }
    if (error.code === 'already_decided') return 'decided'
    throw error
  }
}

/** The lost second factor of an operator counts no more; false: nobody signs in with this address. */
export function resetByHand({ database, at }: Omit<Server, 'enqueue'>, address: string): Promise<boolean> {
  return database.withOperator(scope(), async (tx) => {
    const operator = await findMember(tx, emailKey(address))
    if (!operator) return false
    const { id, name, email } = operator
    await forgetFactor(tx, id, { by: null, at })
    await endSessionsOfOperator(tx, id)
    const details = { name, email, from: 'console' }
    await noteOperatorAct(tx, serverActor, { act: 'operator.second_factor_reset', subjectId: id, details, at })
    return true
  })
}

type HandInvitation = { name: string; email: string; publicUrl: string; at: Date }

/**
 * Invites an operator from the console, where nobody is signed in yet, and hands the one-time link over instead of
 * mailing it. Null when an operator signs in with the address already.
 */
export function inviteByHand(
  database: Database,
  { name, email, publicUrl, at }: HandInvitation,
): Promise<InviteLink | null> {
  return database.withOperator({ operatorId: randomUUID() }, async (tx) => {
    const invited = await insertInvitee(tx, { name, email, emailKey: emailKey(email), invitedBy: null, at })
    if (!invited) return null
    const details = { name, email, from: 'console' }
    await noteOperatorAct(tx, systemActor, { act: 'operator.invited', subjectId: invited.id, details, at })
    return makeInviteLink(tx, publicUrl, { operatorId: invited.id, at })
  })
}
