import { stationAct, type StationAct } from '#contract/checkin/offline.ts'
import { refusalOf as faultIn, valuesIn, ApiError } from '../../platform/http/index.ts'
import type { OddTime } from '#contract/checkin/incidents.ts'
import { couldAt } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { StationPacks } from './station-store.ts'
import type { CustodyActor, Desk } from '../door/index.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { KeptOutcome } from './act-store.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The act in the text that was signed, with its ids as the database writes them; null: it is none. */
export function readAct(body: string): StationAct | null {
  // To the body that brought it this was one text: as a text of its own it has the same bounds.
  const bytes = Buffer.from(body)
  if (faultIn(bytes, valuesIn(bytes.length))) return null
  try {
    const parsed = stationAct.safeParse(JSON.parse(body, wholeText))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
function wholeText(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.includes('\0') || !value.isWellFormed()) throw new TypeError('Contains characters that are not text.')
  return ID.test(value) ? value.toLowerCase() : value
}

/** A clock that is off by less is right: nobody notices it, and an answer takes a moment. */
export const CLOCK_TOLERANCE_MS = 2 * 60 * 1000
const SENDING_MS = 2_000
const PACK_LASTS_MS = 24 * 60 * 60 * 1000

/** When an act counts as done, and why the time that the station gave cannot be; null: it can. */
type Time = { at: Date; claimedAt: Date; odd: { why: OddTime; claimed: string } | null }

type Claimed = {
  /** As it was signed. */
  doneAt: string
  /** The station's clock when it sent this; null: not said. */
  sentAt: string | null
  now: Date
  /** When the act before this one was done; null: it is the first. */
  previousAt: Date | null
  packs: StationPacks
}

/**
 * What a station's clock says, put right by how much it is wrong now. A time that cannot be is not believed: the act counts
 * as done when we heard of it. Never later than now.
 */
export function timeOf({ doneAt, sentAt, now, previousAt, packs }: Claimed): Time {
  const given = Date.parse(doneAt)
  if (Number.isNaN(given)) return { at: now, claimedAt: now, odd: { why: 'unreadable', claimed: doneAt } }
  const done = given + wrongBy(sentAt, now)
  const claimedAt = new Date(Math.min(done, now.getTime()))
  const why = whyOdd(done, { now, previousAt, packs })
  return why
    ? { at: now, claimedAt, odd: { why, claimed: new Date(given).toISOString() } }
    : { at: claimedAt, claimedAt, odd: null }
}

function wrongBy(sentAt: string | null, now: Date): number {
  const sent = Date.parse(sentAt ?? '')
  const wrong = Number.isNaN(sent) ? 0 : now.getTime() - sent
  return Math.abs(wrong) > SENDING_MS ? wrong : 0
}

function whyOdd(
  done: number,
  { now, previousAt, packs }: Pick<Claimed, 'now' | 'previousAt' | 'packs'>,
): OddTime | null {
  const isBefore = (at: Date): boolean => done < at.getTime() - CLOCK_TOLERANCE_MS
  if (done > now.getTime() + CLOCK_TOLERANCE_MS) return 'ahead'
  if (previousAt && isBefore(previousAt)) return 'before_previous'
  if (!packs.firstAt || !packs.lastAt || isBefore(packs.firstAt)) return 'before_pack'
  return done > packs.lastAt.getTime() + PACK_LASTS_MS ? 'pack_over' : null
}

type Acting = {
  stationId: string
  /** Whose session brings it. */
  broughtBy: string
  time: Time
  packs: StationPacks
}

/**
 * Who did an act. The station says who was signed in: believed of whoever brings it, or had worked at this event at this
 * station by then, and was on the staff with the ability to. Else it is the station, and nobody knows who.
 */
export async function actorOf(
  tx: Tx,
  { by: claimed }: StationAct,
  { stationId, broughtBy, time, packs }: Acting,
): Promise<CustodyActor> {
  const by = claimed?.toLowerCase() ?? null
  const wasHere = by !== null && (by === broughtBy || wasSignedIn(packs, by, time.at))
  const isKnown = wasHere && (await couldAt(tx, { accountId: by, ability: 'checkin.desk', at: time.at }))
  return {
    ...(isKnown ? { kind: 'staff', id: by } : { kind: 'station', id: stationId }),
    broughtBy: isKnown && by === broughtBy ? null : broughtBy,
    odd: time.odd,
  }
}

const wasSignedIn = ({ accounts }: StationPacks, accountId: string, at: Date): boolean =>
  accounts.some((one) => one.accountId === accountId && one.firstAt.getTime() <= at.getTime() + CLOCK_TOLERANCE_MS)

/** An act that is being taken over. */
export type Taking = {
  /** As at the station: who acted there, the time when it was done. */
  desk: Desk
  /** When it was brought: the church as it stands now decides too. */
  now: Date
  stationId: string
  number: number
  /** Whose session brings it. */
  accountId: string
  /** Last day of a subscription that is over; null: it is not. */
  lastDay: string | null
}

export type Act<Kind extends StationAct['kind']> = Extract<StationAct, { kind: Kind }>

const nothing = { registrationId: null, reason: null, notDone: [], verdicts: null, ids: null } as const

export const done = (what: Partial<KeptOutcome>): KeptOutcome => ({
  ...nothing,
  notDone: [],
  outcome: 'done',
  ...what,
})

export const refused = (reason: ErrorCode, what: Partial<KeptOutcome>): KeptOutcome => ({
  ...nothing,
  notDone: [],
  outcome: 'refused',
  ...what,
  reason,
})

/**
 * Why an act is refused, when doing it failed like this. What passes by itself, such as a database that is away, is thrown
 * on: the station brings the act again.
 */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && error.status < 500) return error
  // Data that the rules let through and the database does not take will never be taken: it must not stop the queue.
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^2[23]...$/.test(code)) return new ApiError('invalid_input')
  throw error
}

/** Ids that the station made up, as they are now. */
export type RealId = (id: string) => string
