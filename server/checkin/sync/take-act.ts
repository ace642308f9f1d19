import { childIdsOf, type SignedAct, type StationAct } from '#contract/checkin/offline.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import {
  inPart,
  insertAct,
  selectActs,
  selectMadeUpIds,
  selectPreviousAt,
  type KeptOutcome,
  type TakenAct,
  endRequest,
} from './act-store.ts'
import { actorOf, timeOf, readAct, done, refusalOf, refused, type Taking, type Act, type RealId } from './act.ts'
import { selectGivenPacks, lockStation, saveApplied } from './station-store.ts'
import { takeCheckIn } from './take-check-in.ts'
import { takeCheckOut } from './take-check-out.ts'
import { takeWalkIn } from './take-walk-in.ts'
import { codeIn } from '#contract/checkin/codes.ts'
import { raiseReleasedElsewhere } from './conflicts.ts'
import { recordCustody, eventOf, type Desk, noteRefusal, selectEvent } from '../door/index.ts'
import { takeBackCodes, lockRegistrationByCode, giveBack } from '../events/index.ts'

/** Somebody was not given children without a network: it stands in the custody log as the station said it, at its time. */
async function takeRefusal(
  tx: Tx,
  taking: Taking,
  { act, real }: { act: Act<'refuse'>; real: RealId },
): Promise<KeptOutcome> {
  const { desk, stationId, accountId } = taking
  const { eventId, childIds, collectorId, reason, verdicts, press = null } = act
  if (press) await endRequest(tx, { ...desk, accountId, key: press })
  const about = { eventId, childIds: childIds.map(real), collectorId: real(collectorId) }
  const said = Object.fromEntries(Object.entries(verdicts).map(([id, verdict]) => [real(id.toLowerCase()), verdict]))
  await noteRefusal(
    tx,
    { ...desk, ...about, actor: desk.custody, stationId, press },
    new ApiError(reason, { fields: said }),
  )
  if (reason === 'not_released') await raiseReleasedElsewhere(tx, taking, about)
  return done({})
}

/** Labels were printed again without a network, with the code that they had: the log keeps that there are two. */
async function takeReprint(
  tx: Tx,
  { desk, stationId }: Taking,
  { eventId, code: printed }: Act<'reprint'>,
): Promise<KeptOutcome> {
  const { day } = await eventOf(tx, eventId)
  const code = codeIn(printed)
  const registration = code && (await lockRegistrationByCode(tx, { eventId, day, code }))
  const registrationId = registration ? registration.registrationId : null
  const { tenantId, secretKey, custody: actor, at } = desk
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    { act: 'labels_reprinted', actor, registrationId, stationId },
  ])
  return done({ registrationId })
}

/** Whoever brings the acts; the time is now. */
export type Bringer = {
  desk: Desk
  accountId: string
  stationId: string
  /** Last day of a subscription that is over; null: it is not. */
  lastDay: string | null
  /** The station's clock when it sent them; null: not said. */
  sentAt: string | null
}

/**
 * Takes one act over, once: what was taken over before is answered again, and null says that one before it is missing.
 * Throws `not_found` and `station_revoked`. `signed` is known to be signed by the station.
 */
export async function takeAct(
  tx: Tx,
  { desk, accountId, stationId: id, lastDay, sentAt }: Bringer,
  { number, doneAt, body }: SignedAct,
): Promise<TakenAct | null> {
  const station = await lockStation(tx, id)
  if (!station) throw new ApiError('not_found')
  const [before] = await selectActs(tx, station.id, [number])
  if (before) return before
  if (station.isRevoked) throw new ApiError('station_revoked')
  if (number !== station.applied + 1) return null
  const stationId = station.id
  const now = desk.at
  const act = readAct(body)
  const packs = await selectGivenPacks(tx, { stationId, eventId: act?.eventId ?? null })
  const previousAt = await selectPreviousAt(tx, stationId, number)
  const time = timeOf({ doneAt, sentAt, now, previousAt, packs })
  const acting = { stationId, broughtBy: accountId, time, packs }
  const custody = act ? await actorOf(tx, act, acting) : desk.custody
  const taking: Taking = {
    desk: { ...desk, custody, press: null, at: time.at },
    now,
    stationId,
    number,
    accountId,
    lastDay,
  }
  const outcome = act ? await take(tx, taking, act) : refused('invalid_input', {})
  const taken: TakenAct = { number, kind: act?.kind ?? 'unreadable', outcome }
  await insertAct(tx, desk.tenantId, { ...taken, stationId, doneAt: time.claimedAt, takenAt: now })
  await saveApplied(tx, { id: stationId, applied: number, at: now })
  if (act) await noteTaken(tx, taking, { act, taken })
  return taken
}

async function take(tx: Tx, taking: Taking, act: StationAct): Promise<KeptOutcome> {
  try {
    return await inPart(tx, () => takeKind(tx, taking, act))
  } catch (error) {
    return refused(refusalOf(error).code, { notDone: childIdsOf(act) })
  }
}

async function takeKind(tx: Tx, taking: Taking, act: StationAct): Promise<KeptOutcome> {
  const { desk, stationId } = taking
  if (act.kind === 'close') {
    await giveBack(tx, { ...desk, stationId })
    return done({})
  }
  const { day } = await eventOf(tx, act.eventId)
  const made = await selectMadeUpIds(tx, stationId, idsOf(act))
  const real = (id: string): string => made.get(id) ?? id
  if (act.kind === 'reprint') return takeReprint(tx, taking, act)
  if (act.kind === 'check_out') return takeCheckOut(tx, taking, { act, real })
  if (act.kind === 'refuse') return takeRefusal(tx, taking, { act, real })
  const outcome = await takeComing(tx, taking, { act, made })
  // It may be on a sticker: where it leads nowhere, nobody else is to get it.
  await takeBackCodes(tx, stationId, { day, code: act.code })
  return outcome
}

type Coming = { act: Extract<StationAct, { kind: 'check_in' | 'walk_in' }>; made: Map<string, string> }

/** Children come in until the last day of the subscription; home they go at any time. */
async function takeComing(tx: Tx, taking: Taking, { act, made }: Coming): Promise<KeptOutcome> {
  const { desk, lastDay } = taking
  if (lastDay !== null && dayIn(desk.timeZone, desk.at) > lastDay)
    return refused('subscription_expired', { notDone: childIdsOf(act) })
  return act.kind === 'check_in'
    ? takeCheckIn(tx, taking, { act, real: (id) => made.get(id) ?? id })
    : takeWalkIn(tx, taking, { act, known: made })
}

function idsOf(act: StationAct): string[] {
  if (act.kind === 'close' || act.kind === 'reprint') return []
  if ('collectorId' in act) return [...act.childIds, act.collectorId]
  return [act.familyId, ...childIdsOf(act), ...(act.kind === 'walk_in' ? [act.parent.personId] : [])]
}

/**
 * Last, because everybody who writes into the log of the event waits for it. A refusal and labels have an entry of their own;
 * closing a station is no matter of custody.
 */
async function noteTaken(
  tx: Tx,
  { desk: { tenantId, secretKey, custody: actor, at: doneAt }, stationId, now }: Taking,
  { act, taken: { number, kind, outcome } }: { act: StationAct; taken: TakenAct },
): Promise<void> {
  if (['refuse', 'close', 'reprint'].includes(kind) || !(await selectEvent(tx, act.eventId))) return
  const { registrationId, reason } = outcome
  const details = { number: String(number), kind, doneAt: doneAt.toISOString(), ...(reason ? { reason } : {}) }
  await recordCustody(tx, { tenantId, secretKey, eventId: act.eventId, at: now }, [
    { act: 'taken_over', actor, registrationId, stationId, details },
  ])
}
