import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import type { Track } from '../lists/index.ts'

/** A newcomer as who does something about them needs it. */
export type Card = {
  personId: string
  kind: Track
  ownerId: string | null
  ownedAt: Date | null
  leadStatus: number
  stageId: number
  furthestId: number
  sourceId: number | null
  clockFrom: Date | null
  contactedAt: Date | null
  handOnAt: Date | null
  memberOn: Day | null
  archived: boolean
}

const card = sql`
  person_id as "personId", kind, owner_id as "ownerId", owned_at as "ownedAt", lead_status as "leadStatus", stage_id as "stageId",
  furthest_id as "furthestId", source_id as "sourceId", clock_from as "clockFrom", contacted_at as "contactedAt",
  hand_on_at as "handOnAt", member_on::text as "memberOn", archived`

/** These newcomers, held, always in the order of ids. */
export async function lockCards(tx: Tx, personIds: readonly string[]): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select ${card} from newcomer where person_id = any (${personIds}::uuid[]) order by person_id for update`.execute(tx)
  return rows
}

/** Cards whose time has come, held; who is held by somebody else is left to them. */
export async function lockUntouched(
  tx: Tx,
  { at, limit }: { at: Date; limit: number },
): Promise<(Card & { touchedAt: Date })[]> {
  const { rows } = await sql<Card & { touchedAt: Date }>`
    select ${card}, touched_at as "touchedAt" from newcomer
    where hand_on_at <= ${at} order by hand_on_at, person_id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Everybody of an owner who is followed up still, held. */
export async function lockCardsOf(tx: Tx, ownerId: string): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select ${card} from newcomer where owner_id = ${ownerId} and not archived and lead_status = 0
    order by person_id for update`.execute(tx)
  return rows
}

type Owning = { personIds: readonly string[]; ownerId: string | null; at: Date; handOnAt: Date | null }

/** Gives cards to somebody, or to the pool. That nobody had touched them stays true. */
export async function updateOwner(tx: Tx, { personIds, ownerId, at, handOnAt }: Owning): Promise<void> {
  await sql`
    update newcomer set owner_id = ${ownerId}, owned_at = ${at}, hand_on_at = ${handOnAt}, snoozed_until = null
    where person_id = any (${personIds}::uuid[])`.execute(tx)
}

/** A person of the staff did something about them: nobody takes the card away before the next time. */
export async function updateTouched(
  tx: Tx,
  { personId, at, handOnAt }: { personId: string; at: Date; handOnAt: Date | null },
): Promise<void> {
  await sql`
    update newcomer set touched_at = greatest(touched_at, ${at}), hand_on_at = ${handOnAt}, snoozed_until = null
    where person_id = ${personId}`.execute(tx)
}

/** Only when the card is handed on moves, for working hours or absences have changed. */
export async function updateHandOn(tx: Tx, personId: string, handOnAt: Date | null): Promise<void> {
  await sql`update newcomer set hand_on_at = ${handOnAt} where person_id = ${personId}`.execute(tx)
}

/** Stops the first-contact clock, once: who was first stays. True: it ran until now. */
export async function stopClock(
  tx: Tx,
  { personId, at, by }: { personId: string; at: Date; by: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update newcomer set contacted_at = ${at}, contacted_by = ${by}::uuid
    where person_id = ${personId} and contacted_at is null returning 1`.execute(tx)
  return rows.length > 0
}

/** What was noted by mistake stopped it: true, it runs again; false, it was stopped by the next one who reached them. */
export async function restartClock(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    update newcomer n set (contacted_at, contacted_by) = (
      select l.at, l.by_account from followup_log l
      where l.person_id = n.person_id and l.kind = 'contact' and l.outcome = 'reached' order by l.at, l.id limit 1)
    where n.person_id = ${personId} returning n.contacted_at is null as runs`.execute(tx)
  return rows[0]?.runs ?? false
}

export async function updateStage(
  tx: Tx,
  {
    personIds,
    stageId,
    furthestId,
    at,
  }: { personIds: readonly string[]; stageId: number; furthestId: number; at: Date },
): Promise<void> {
  await sql`
    update newcomer set stage_id = ${stageId}, furthest_id = ${furthestId}, staged_at = ${at}
    where person_id = any (${personIds}::uuid[])`.execute(tx)
}

/** Whoever is not active waits for nobody. */
export async function updateLeadStatus(
  tx: Tx,
  { personId, leadStatus, handOnAt }: { personId: string; leadStatus: number; handOnAt: Date | null },
): Promise<void> {
  await sql`
    update newcomer set lead_status = ${leadStatus}, hand_on_at = ${handOnAt} where person_id = ${personId}`.execute(tx)
}

export async function updateSnooze(tx: Tx, personId: string, until: Date | null): Promise<void> {
  await sql`update newcomer set snoozed_until = ${until} where person_id = ${personId}`.execute(tx)
}

/** What was asked of a visitor; what is undefined stays. */
type Answers = {
  sourceId?: number | null | undefined
  interest?: number | null | undefined
  wantsVisit?: number | null | undefined
  means?: number | null | undefined
  eventId?: string | null | undefined
}

export async function updateAnswers(tx: Tx, personId: string, answers: Answers): Promise<void> {
  const given = Object.entries(answers).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  const has = (name: keyof Answers): boolean => answers[name] !== undefined
  await sql`
    update newcomer set
      source_id = case when ${has('sourceId')} then ${answers.sourceId ?? null}::smallint else source_id end,
      interest = case when ${has('interest')} then ${answers.interest ?? null}::smallint else interest end,
      wants_visit = case when ${has('wantsVisit')} then ${answers.wantsVisit ?? null}::smallint else wants_visit end,
      means = case when ${has('means')} then ${answers.means ?? null}::smallint else means end,
      event_id = case when ${has('eventId')} then ${answers.eventId ?? null}::uuid else event_id end
    where person_id = ${personId}`.execute(tx)
}

export async function changeActivities(tx: Tx, personIds: readonly string[], by: 1 | -1): Promise<void> {
  await sql`
    update newcomer set activities = greatest(activities + ${by}::integer, 0)
    where person_id = any (${personIds}::uuid[])`.execute(tx)
}
