import type { StationAct } from '#contract/checkin/offline.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { KeptOutcome } from './act-store.ts'
import type { Desk } from '../door/index.ts'

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
