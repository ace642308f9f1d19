import type { CustodyAct, OddTime } from '#contract/checkin/incidents.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Actor } from '../../../platform/http/index.ts'
import { chainKey, hashEntry, linkAfter, type ChainedEntry } from './chain.ts'
import { insertEntries, lastNumber, lockHead } from './custody-store.ts'

/** Who did it: a staff member by the account, a guardian by the person, a station that worked by itself by its id. */
export type CustodyActor = {
  kind: 'staff' | 'guardian' | 'station' | 'system'
  id: string | null
  /** Account of whoever brought what a station did without a network, where that is somebody else. */
  broughtBy?: string | null
  /** The time that the station gave, where it cannot be. */
  odd?: { why: OddTime; claimed: string } | null
}

/** An act of custody, by ids: names are looked up when it is read, so that the erased leave none. */
export type CustodyEntry = {
  act: CustodyAct
  actor: CustodyActor
  /** The child. */
  personId?: string | null
  registrationId?: string | null
  classId?: string | null
  collectorId?: string | null
  /** Account of the second one of an override. */
  secondActorId?: string | null
  stationId?: string | null
  /**
   * `reason`: why a release was refused, was made by two, or had no authority; `collector`: somebody by name whom the church
   * does not know; `other`: number of the entry that it does not go together with, or that it settles.
   */
  details?: Record<string, string>
}

export type CustodyPlace = { tenantId: string; secretKey: string; eventId: string; at: Date }

/**
 * Appends entries to the custody log of an event, in their order, and answers their numbers. Whoever appends to the same event
 * meanwhile waits until this transaction ends: do it last.
 */
export async function recordCustody(tx: Tx, place: CustodyPlace, entries: readonly CustodyEntry[]): Promise<number[]> {
  if (entries.length === 0) return []
  const { tenantId, at } = place
  const eventId = place.eventId.toLowerCase()
  const key = chainKey(place.secretKey)
  const head = await lockHead(tx, { tenantId, eventId })
  const write = async (after: number): Promise<boolean> => {
    let { link } = head
    const chained = entries.map((entry, index) => {
      const number = after + 1 + index
      const row = chainedEntry(entry, { tenantId, eventId, number, at: microseconds(at) })
      const hash = hashEntry(key, link, row)
      link = linkAfter(key, number, hash)
      return { ...row, hash }
    })
    return insertEntries(tx, chained, link)
  }
  const numbersAfter = (before: number): number[] => entries.map((_, index) => before + 1 + index)
  if (await write(head.number)) return numbersAfter(head.number)
  // Somebody put entries behind the head: the log goes on behind them, and the check names the place.
  const last = await lastNumber(tx, { eventId })
  if (!(await write(last))) throw new Error('A custody log did not go on')
  return numbersAfter(last)
}

const chainedEntry = (
  entry: CustodyEntry,
  place: Pick<ChainedEntry, 'tenantId' | 'eventId' | 'number' | 'at'>,
): ChainedEntry => ({
  ...place,
  act: entry.act,
  personId: lower(entry.personId),
  registrationId: lower(entry.registrationId),
  classId: lower(entry.classId),
  collectorId: lower(entry.collectorId),
  actorKind: entry.actor.kind,
  actorId: lower(entry.actor.id),
  secondActorId: lower(entry.secondActorId),
  stationId: lower(entry.stationId),
  details: { ...entry.details, ...broughtOf(entry.actor) },
})

const broughtOf = ({ broughtBy, odd }: CustodyActor): Record<string, string> => ({
  ...(broughtBy && { broughtBy: broughtBy.toLowerCase() }),
  ...(odd && { odd: odd.why, claimed: odd.claimed }),
})

/** Ids as the database writes them, whoever wrote them in capitals. */
const lower = (id: string | null | undefined): string | null => id?.toLowerCase() ?? null

const microseconds = (at: Date): string => at.toISOString().replace('Z', '000')

/** In the custody log an operator who works for a church is nobody of it. */
export const custodyActor = ({ kind, id }: Actor): CustodyActor =>
  kind === 'staff' || kind === 'guardian' ? { kind, id } : { kind: 'system', id: null }
