import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'

const desk = { ability: 'checkin.desk' } as const
const always = { ability: 'checkin.desk', whileGated: true } as const
const leader = { ability: 'checkin.manage', whileGated: true } as const

const coordinate = z.string().check(z.regex(/^[\w-]{40,100}$/))
/** A point of P-256 as JWK. */
export const publicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
export type PublicKey = z.infer<typeof publicKey>

/** `waiting`: nobody has admitted it yet; `out`: refused, or shut out. */
export const stationState = z.enum(['waiting', 'admitted', 'out'])
export type StationStanding = z.infer<typeof stationState>

/** How a device stands as a station, for itself. */
export const ownStation = z.object({
  stationId: id,
  state: stationState,
  /** As the church calls it; null: not named yet. */
  name: z.nullable(z.string()),
  /** Four digits, on its screen and in the list of the leaders while it waits; null: it was never asked for. */
  code: z.nullable(z.string()),
  /** What the device seals its acts for: nobody but this installation opens them (`sealedAct`). */
  sealingKey: publicKey,
  /** Packs that it was given, and acts taken over: what it has to know to ask for a pack. */
  renewal: z.int(),
  applied: z.int(),
})
export type OwnStation = z.infer<typeof ownStation>

/**
 * The device asks to become a station; a check-in leader admits it. Its key is made in the browser and cannot leave it;
 * only the public half travels. Of one account five may wait: a sixth takes the place of the first.
 */
export const openStation = endpoint({
  method: 'POST',
  path: '/api/checkin/stations',
  access: desk,
  summary: 'Ask for this device to become a station that can work without a network',
  body: z.object({ publicKey }),
  response: ownStation,
  errors: ['invalid_input'],
  idempotent: true,
})

export const readStation = endpoint({
  method: 'GET',
  path: '/api/checkin/stations/{id}',
  access: always,
  summary: 'How a device stands as a station',
  params: idParams,
  response: ownStation,
  errors: ['invalid_input', 'not_found'],
})

export const stationRow = z.object({
  id,
  state: stationState,
  name: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** Browser and system, for example `Chrome on Android`; null: unknown. */
  device: z.nullable(z.string()),
  /** Who asked for it, by the name of today, and when. */
  askedBy: z.string(),
  askedAt: z.string(),
  seenAt: z.string(),
  leasedPlaces: z.int(),
  freeCodes: z.int(),
  /** Refused, or shut out; `state` says the same. */
  revoked: z.boolean(),
})
export type StationRow = z.infer<typeof stationRow>

export const listStations = endpoint({
  method: 'GET',
  path: '/api/checkin/stations',
  access: leader,
  summary: 'The devices that work as stations, and those that wait to be admitted',
  response: z.array(stationRow),
  errors: [],
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/**
 * From now on the device is given packs, places and codes, and its acts are taken over. One that was shut out may be
 * admitted again: what it did before and has not sent arrives then. Again with the same name is the same answer.
 */
export const admitStation = endpoint({
  method: 'POST',
  path: '/api/checkin/stations/{id}/admit',
  access: leader,
  summary: 'Admit a station and name it',
  params: idParams,
  body: z.object({ name }),
  response: stationRow,
  errors: ['invalid_input', 'not_found', 'name_taken', 'already_decided'],
})

export const renameStation = endpoint({
  method: 'PUT',
  path: '/api/checkin/stations/{id}',
  access: leader,
  summary: 'Change the name of a station',
  params: idParams,
  body: z.object({ name }),
  response: stationRow,
  errors: ['invalid_input', 'not_found', 'name_taken', 'station_waiting', 'station_revoked'],
})

/**
 * A lost device: it can bring nothing any more, its places are free again, and the session that was on it ends. One that
 * waits is refused by it.
 */
export const revokeStation = endpoint({
  method: 'DELETE',
  path: '/api/checkin/stations/{id}',
  access: leader,
  summary: 'Refuse a station, or shut it out',
  params: idParams,
  response: z.object({ revoked: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})

/** Of the day in the church's zone. `before`: yesterday's, which an event that goes on over midnight began with. */
export const stationPin = z.object({
  day: z.string(),
  pin: z.string(),
  before: z.nullable(z.string()),
})
export type StationPin = z.infer<typeof stationPin>

export const readStationPin = endpoint({
  method: 'GET',
  path: '/api/checkin/station/pin',
  access: always,
  summary: 'The PIN of the day, which opens locked stations',
  response: stationPin,
  errors: [],
})

/** Stations that have a network ask for the new one from their next pack on; others open by the one before. */
export const renewStationPin = endpoint({
  method: 'POST',
  path: '/api/checkin/station/pin',
  access: leader,
  summary: 'Make another PIN for today',
  response: stationPin,
  errors: [],
})
