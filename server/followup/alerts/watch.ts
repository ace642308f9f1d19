import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { handOn, handOnAt, lockUntouched, openDesk, updateHandOn, type Desk, type Doer } from '../newcomers/index.ts'
import { claimReminders, updateTaskOwners } from '../tasks/index.ts'
import { whoeverActsFor } from '../team/index.ts'
import { selectDue } from './alert-store.ts'
import { tell } from './tell.ts'

/** Looks for reminders that are due and cards that nobody touched for too long. */
export const watchFollowupJob = defineJob({ name: 'followup.watch', payload: z.object({}) })

type Doors = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>

/** A reminder that could not go for so long is told no more: what it reminds of is over. */
const STALE_MS = 24 * 3_600_000
const CARDS_AT_ONCE = 200

/** Every church for itself: one that fails keeps no other waiting. */
export async function watchFollowup({ database, clock, enqueue, log }: Doors): Promise<void> {
  for (const tenantId of await database.withoutTenant((tx) => selectDue(tx, clock.now()))) {
    const work = (tx: Tx): Promise<void> => watchChurch(tx, { tenantId, at: clock.now(), enqueue })
    await database
      .withTenant(tenantId, work)
      .catch((error: unknown) =>
        log.error({ err: error, tenantId }, 'the follow-up of a church could not be looked after; the next one is'),
      )
  }
}

type Church = { tenantId: TenantId; at: Date } & Pick<AppContext, 'enqueue'>

/** What is told is claimed in the transaction in which it is put on its way: once, however many look and however often. */
async function watchChurch(tx: Tx, church: Church): Promise<void> {
  const { tenantId, at, enqueue } = church
  const since = new Date(at.getTime() - STALE_MS)
  const reminders = await claimReminders(tx, { at, since })
  const cards = await lockUntouched(tx, { at, limit: CARDS_AT_ONCE })
  if (reminders.length + cards.length === 0) return
  const desk = await openDesk(tx, at)
  for (const { id, personId, ownerId } of reminders)
    for (const accountId of ownerId === null ? [] : whoeverActsFor(desk.team, ownerId))
      await tell(tx, enqueue, { tenantId, accountId, personId, taskId: id, what: 'reminder', at })
  const doer: Doer = { tenantId, by: null, at }
  for (const { touchedAt, ...card } of cards) {
    // Hours, absences and deputies may have changed since it was worked out.
    const due = handOnAt(desk, card, card.ownedAt && card.ownedAt > touchedAt ? card.ownedAt : touchedAt)
    if (due === null || due > at) await updateHandOn(tx, card.personId, due)
    else await passOn(tx, church, { doer, desk, card })
  }
}

type Passing = { doer: Doer; desk: Desk; card: Parameters<typeof handOn>[2]['card'] }

/** The new owner and the one before are told; open tasks go with the card. */
async function passOn(tx: Tx, { tenantId, at, enqueue }: Church, { doer, desk, card }: Passing): Promise<void> {
  const { personId, ownerId: before } = card
  const now = await handOn(tx, doer, { desk, card, reason: 'untouched' })
  // Once: it goes on again only after the new owner has touched it.
  await updateHandOn(tx, personId, null)
  if (before === null) return
  await updateTaskOwners(tx, { from: before, personIds: [personId], ownerId: now, at })
  const told = { tenantId, personId, taskId: null, at }
  await tell(tx, enqueue, { ...told, accountId: before, what: 'handed_on' })
  if (now !== null) await tell(tx, enqueue, { ...told, accountId: now, what: 'taken_over' })
}
