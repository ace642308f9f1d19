import type { ActOutcome } from '#contract/checkin/offline.ts'
import { conflictReasons, type ConflictReason } from '#contract/checkin/incidents.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectConflicts, selectLast, selectRefusedElsewhere, type LastEntry, type Release } from './act-store.ts'
import type { Taking } from './act.ts'
import { raiseIncidents, entryWords, type CustodyEntry } from '../door/index.ts'
import { selectChildrenOfEvent, type RegisteredChild } from '../events/index.ts'

type Conflict = { reason: ConflictReason; other: LastEntry; personId: string } & Pick<
  CustodyEntry,
  'registrationId' | 'classId' | 'collectorId'
>

/** Enters what does not go together into the log, for a leader to settle, and so that the station is told. */
async function raise(
  tx: Tx,
  { desk, now, stationId, number }: Taking,
  { eventId, conflicts }: { eventId: string; conflicts: readonly Conflict[] },
): Promise<void> {
  const entries = conflicts.map(({ reason, other, ...about }): CustodyEntry => ({
    ...about,
    act: 'conflict',
    actor: desk.custody,
    stationId,
    details: { reason, other: String(other.number), number: String(number) },
  }))
  await raiseIncidents(tx, { ...desk, eventId, now }, entries)
}

/** These children, who were handed over here, had gone with somebody else: at whichever desk. */
export async function raiseTwoCollectors(
  tx: Tx,
  taking: Taking,
  { eventId, collectorId, gone }: { eventId: string; collectorId: string | null; gone: readonly RegisteredChild[] },
): Promise<void> {
  const childIds = gone.map(({ personId }) => personId)
  const last = await selectLast(tx, { eventId, childIds, acts: ['checked_out', 'released_by_two', 'settled'] })
  const conflicts = gone.flatMap(({ personId, registrationId, classId }): Conflict[] => {
    const other = last.get(personId)
    return other ? [{ reason: 'two_collectors', other, personId, registrationId, classId, collectorId }] : []
  })
  await raise(tx, taking, { eventId, conflicts })
}

/** Another station had refused to give these children to the same collector. */
export async function raiseRefusedElsewhere(tx: Tx, taking: Taking, release: Release): Promise<void> {
  const refused = await selectRefusedElsewhere(tx, { ...release, stationId: taking.stationId })
  const { eventId, collectorId } = release
  const conflicts = [...refused.values()].map((other): Conflict => {
    const { personId, classId } = other
    return { reason: 'refused_elsewhere', other, personId, classId, collectorId }
  })
  await raise(tx, taking, { eventId, conflicts })
}

/** The other way round: nobody was given these children here, and another station had given them to the same collector. */
export async function raiseReleasedElsewhere(
  tx: Tx,
  taking: Taking,
  { eventId, childIds, collectorId }: Release,
): Promise<void> {
  const children = await selectChildrenOfEvent(tx, eventId, [...childIds])
  const gone = children.filter((child) => child.checkedOutAt && child.collectedBy === collectorId)
  const goneIds = gone.map(({ personId }) => personId)
  const last = await selectLast(tx, { eventId, childIds: goneIds, acts: ['checked_out'] })
  const conflicts = gone.flatMap(({ personId, registrationId, classId }): Conflict[] => {
    const other = last.get(personId)
    if (!other || other.stationId === taking.stationId) return []
    return [{ reason: 'refused_elsewhere', other, personId, registrationId, classId, collectorId }]
  })
  await raise(tx, taking, { eventId, conflicts })
}

type Coming = { personId: string; classId: string }

/** Children of an act who were in class already, before anything is done: elsewhere than the act says. */
export async function findTwoClasses(
  tx: Tx,
  { desk }: Taking,
  { eventId, children }: { eventId: string; children: readonly Coming[] },
): Promise<Conflict[]> {
  const childIds = children.map(({ personId }) => personId)
  const standing = new Map((await selectChildrenOfEvent(tx, eventId, childIds)).map((one) => [one.personId, one]))
  const last = await selectLast(tx, { eventId, childIds, acts: ['checked_in'] })
  return children.flatMap(({ personId, classId }): Conflict[] => {
    const child = standing.get(personId)
    const other = last.get(personId)
    const wasIn = child?.checkedInAt && (!child.checkedOutAt || child.checkedOutAt > desk.at)
    // Whoever was moved since is where somebody put them.
    if (!wasIn || !other || other.classId === classId || child.classId === classId) return []
    return [{ reason: 'two_classes', other, personId, classId, registrationId: child.registrationId }]
  })
}

export const raiseTwoClasses = (
  tx: Tx,
  taking: Taking,
  { eventId, conflicts }: { eventId: string; conflicts: readonly Conflict[] },
): Promise<void> => raise(tx, taking, { eventId, conflicts })

const isReason = (text: string | null): text is ConflictReason => conflictReasons.some((known) => known === text)

/** What was done elsewhere that an act does not go together with, by the names of today. */
export async function conflictsOf(
  tx: Tx,
  act: { stationId: string; number: number },
): Promise<NonNullable<ActOutcome['conflicts']>> {
  const entries = await selectConflicts(tx, act)
  return entries.flatMap((entry) => {
    const { reason, other, childName } = entryWords(entry)
    if (!other || !isReason(reason)) return []
    const { at, collectorName, className, stationName } = other
    return [{ reason, childName, collectorName, className, at, stationName, eventName: entry.eventName }]
  })
}
