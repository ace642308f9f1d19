import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dayIn, type Day } from '../../platform/runtime/index.ts'
import { selectStages, selectWorkingWeek } from '../lists/index.ts'
import { changeActivities, restartClock, stopClock, updateSnooze } from './card-store.ts'
import { holdCard, openDesk, type Doer } from './doer.ts'
import { isActivity, note } from './log.ts'
import { deleteEntry, lockEntry, updateEntry, type Channel, type LogEntry, type Outcome } from './log-store.ts'
import { advance, takeBackStage, touched } from './move.ts'
import { deleteVisit, insertVisits, type VisitHow } from './newcomer-store.ts'

type Contact = {
  personId: string
  channel: Channel
  outcome: Outcome | null
  text: string
  /** Until when the card is out of the way: who did not answer is called tomorrow. */
  snoozeUntil?: Date | null
}

/**
 * Somebody of the staff called, wrote or went there. Only who was reached stops the first-contact clock and is contacted;
 * the first one counts, whoever notes another beside it. Throws `not_found`, `archived`.
 */
export async function noteContact(
  tx: Tx,
  doer: Doer,
  { personId, snoozeUntil = null, ...contact }: Contact,
): Promise<LogEntry> {
  const { tenantId, by, at } = doer
  const desk = await openDesk(tx, at)
  const card = await holdCard(tx, personId)
  const [entry] = await note(tx, tenantId, [{ personId, at, by, kind: 'contact', ...contact }])
  if (!entry) throw new Error('A contact was not written')
  await touched(tx, doer, { desk, card })
  if (contact.outcome === 'reached') {
    await stopClock(tx, { personId, at, by })
    await advance(tx, doer, { desk, personIds: [personId], meaning: 'contacted' })
  }
  if (snoozeUntil) await updateSnooze(tx, personId, snoozeUntil)
  return entry
}

/** A message went to them: by somebody's hand, which touches the card, or by a rule. Neither stops the clock. */
export async function noteMessage(
  tx: Tx,
  doer: Doer,
  {
    personId,
    channel,
    text,
    messageId,
  }: { personId: string; channel: Channel; text: string; messageId: string | null },
): Promise<LogEntry> {
  const { tenantId, by, at, rule = null } = doer
  const card = await holdCard(tx, personId)
  const line = { personId, at, by, kind: 'message' as const, channel, text, messageId, rule }
  const [entry] = await note(tx, tenantId, [line], rule?.depth)
  if (!entry) throw new Error('A message was not written')
  await touched(tx, doer, { desk: await openDesk(tx, at), card })
  return entry
}

/** What was written about somebody; a private one only its writer sees. */
export async function addNote(
  tx: Tx,
  doer: Doer,
  { personId, text, isPrivate }: { personId: string; text: string; isPrivate: boolean },
): Promise<LogEntry> {
  const { tenantId, by, at } = doer
  const desk = await openDesk(tx, at)
  const card = await holdCard(tx, personId)
  const [entry] = await note(tx, tenantId, [{ personId, at, by, kind: 'note', text, isPrivate }])
  if (!entry) throw new Error('A note was not written')
  await touched(tx, doer, { desk, card })
  return entry
}

const mendable = ['note', 'contact']

/** Mends the words of a note or contact. Throws `not_found`, and `not_allowed` to anybody but who wrote it. */
export async function editEntry(
  tx: Tx,
  { by, at }: Doer,
  { id, text, isPrivate }: { id: string; text: string; isPrivate?: boolean },
): Promise<void> {
  const entry = await lockEntry(tx, { id, reader: by ?? '' })
  if (!entry || !mendable.includes(entry.kind)) throw new ApiError('not_found')
  if (entry.by !== by) throw new ApiError('not_allowed')
  await updateEntry(tx, { id, text, isPrivate: isPrivate ?? entry.isPrivate, at })
}

/**
 * Takes a note or contact back, as if it had not been written: who was not reached after all waits again, at the stage where
 * they stood. Throws as `editEntry`.
 */
export async function removeEntry(tx: Tx, { by }: Doer, id: string): Promise<void> {
  const entry = await lockEntry(tx, { id, reader: by ?? '' })
  if (!entry || !mendable.includes(entry.kind)) throw new ApiError('not_found')
  if (entry.by !== by) throw new ApiError('not_allowed')
  await holdCard(tx, entry.personId)
  await deleteEntry(tx, id)
  if (isActivity(entry)) await changeActivities(tx, [entry.personId], -1)
  if (entry.outcome === 'reached' && (await restartClock(tx, entry.personId))) await takeBackStage(tx, entry)
}

/** Out of the way until then; null: back at once. Throws `not_found`, `archived`. */
export async function snooze(tx: Tx, { personId, until }: { personId: string; until: Date | null }): Promise<void> {
  await holdCard(tx, personId)
  await updateSnooze(tx, personId, until)
}

type Came = {
  personIds: readonly string[]
  at: Date
  how: VisitHow
  eventId: string | null
  by: string | null
  day?: Day
}

/** Whoever of these people is followed up was there: once a day, however often it is said. */
export async function noteVisits(tx: Tx, tenantId: TenantId, { day, by, ...came }: Came): Promise<void> {
  const { at, personIds } = came
  const { timeZone } = await selectWorkingWeek(tx)
  const on = day ?? dayIn(timeZone, at)
  const { again, returned } = await insertVisits(tx, { ...came, personIds: [...new Set(personIds)], day: on })
  if (again.length === 0) return
  const lines = again.map((personId) => ({ personId, at, by, kind: 'visit' as const, after: on }))
  await note(tx, tenantId, lines)
  const desk = { stages: await selectStages(tx) }
  await advance(tx, { tenantId, by: null, at }, { desk, personIds: returned, meaning: 'returned' })
}

/** Takes a visit back that was marked by hand. Throws `not_found`. */
export async function removeVisit(tx: Tx, visit: { personId: string; day: Day }): Promise<void> {
  await holdCard(tx, visit.personId)
  if (!(await deleteVisit(tx, visit))) throw new ApiError('not_found')
}
