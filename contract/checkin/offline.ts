import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { conflictReasons } from './incidents.ts'
import { labels, stationClass, stationFamily, verdict } from './station.ts'
import { publicKey } from './stations.ts'

const always = { ability: 'checkin.desk', whileGated: true } as const

/** How many codes of the day a station holds, and how many places of a class at most. */
export const CODE_BLOCK = 40

/** A family as a station keeps it. */
export const packFamily = z.object({
  /** Every code that finds its registration; the first is the one to print. Empty: not registered. */
  codes: z.array(z.string()),
  /** E.164, of its grown-ups and the home. */
  phones: z.array(z.string()),
  family: stationFamily,
  /** Those who may collect, and those who may not: what the rule says today. */
  collectors: z.array(
    z.object({
      personId: id,
      name: z.string(),
      role: z.int(),
      phone: z.nullable(z.string()),
      pictureUrl: z.nullable(z.string()),
      note: z.string(),
      /** For each child of the family, in the order there. */
      verdicts: z.array(verdict),
    }),
  ),
})
export type PackFamily = z.infer<typeof packFamily>

/** What a station needs to go on by itself. It keeps it on the device under a key that the PIN of the day opens. */
export const stationPack = z.object({
  stationId: id,
  /** As the church calls it. */
  stationName: z.string(),
  /** Six digits of the church's day. */
  pin: z.string(),
  /** The device deletes it after so long: at the church's midnight, or once an event that goes on over midnight is over. */
  lastsSeconds: z.int(),
  /** What the device seals its acts for: nobody but this installation opens them (`sealedAct`). */
  sealingKey: publicKey,
  event: z.object({
    id,
    name: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    timeZone: z.string(),
    churchName: z.string(),
  }),
  classes: z.array(stationClass),
  /** Places this station may give away by itself; null: as many as come. */
  leases: z.array(z.object({ classId: id, places: z.nullable(z.int()) })),
  /** Codes that are nobody's yet. */
  codes: z.array(z.string()),
  /** Families that are registered or came in the last months. */
  families: z.array(packFamily),
  /** Acts taken over so far: the next number is one more. */
  applied: z.int(),
  /** How often the station was given a pack; a later pack replaces an earlier one. */
  renewal: z.int(),
})
export type StationPack = z.infer<typeof stationPack>

/**
 * Renews what the station holds. Places go back only when the station says that it has done without them (`holding`), so
 * that an answer that is lost on its way never leaves a station giving away what it no longer has. While the church's gate
 * is shut the pack is for letting children go home: no places (0 in every class) and no codes. A request from before the
 * last pack or the last act, such as closing the station, comes too late.
 */
export const fetchPack = endpoint({
  method: 'POST',
  path: '/api/checkin/stations/{id}/pack',
  access: always,
  summary: 'What a station needs to work without a network',
  params: idParams,
  body: z.object({
    eventId: id,
    /** All the limited places the station goes on counting on, by the pack it has; null: it has none, or has acts to bring. */
    holding: z.nullable(
      z.object({
        renewal: z.int(),
        applied: z.int(),
        leases: z
          .array(z.object({ classId: id, places: z.int().check(z.gte(0), z.lte(1000)) }))
          .check(z.maxLength(200)),
      }),
    ),
    /** By the station's own key: whoever knows its id alone is given nothing. */
    proof: z.object({
      /** Packs that the station was given before, and acts taken over; other numbers are refused, with the right ones in `fields`. */
      renewal: z.int().check(z.gte(0)),
      applied: z.int().check(z.gte(0)),
      /** Over `provedText`, base64url. */
      signature: z.string().check(z.maxLength(200)),
    }),
  }),
  response: stationPack,
  errors: [
    'invalid_input',
    'not_found',
    'station_waiting',
    'station_revoked',
    'bad_signature',
    'changed_meanwhile',
    'not_today',
  ],
})

export type PackCounts = { renewal: number; applied: number }

/** What the station's key signs when it asks for a pack. Each is good for one pack. */
export const provedText = (stationId: string, eventId: string, { renewal, applied }: PackCounts): string =>
  `${stationId}\npack\n${eventId}\n${renewal}\n${applied}`

/** `leased`: the station gave the child one of its places; false: a place was there already. */
const child = z.object({ personId: id, classId: id, leased: z.boolean() })
const newPerson = z.object({
  personId: id,
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  lastName: z.string().check(z.trim(), z.maxLength(120)),
})

/**
 * Idempotency-Key of the call whose answer did not come: what it did is not done again, and it does nothing any more when
 * it arrives later. Left out or null: there was none.
 */
const press = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(100))))

/** Account of whoever was signed in at the device. It is believed as far as it can be checked. */
const by = z.optional(z.nullable(id))

/**
 * One thing done without a network. Ids of new people are made at the station. `refuse`: nobody was let go, and what the
 * station said of it. `reprint`: labels were printed again, with a code of their registration. `close`: the station gives
 * back the places and codes that it holds; what it is given later counts anew.
 */
export const stationAct = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('check_in'),
    eventId: id,
    by,
    familyId: id,
    /** Of the registration the family has, else one of the station's block. */
    code: z.string().check(z.maxLength(20)),
    press,
    children: z.array(child).check(z.minLength(1), z.maxLength(30)),
  }),
  z.object({
    kind: z.literal('walk_in'),
    eventId: id,
    by,
    /** Idempotency-Key of the call whose answer did not come: what it did is not done again. Null: there was none. */
    press: z.nullable(z.string().check(z.maxLength(100))),
    familyId: id,
    code: z.string().check(z.maxLength(20)),
    parent: z.object({
      ...newPerson.shape,
      phone: z.nullable(z.string().check(z.maxLength(60))),
      role: z.union([z.literal(1), z.literal(2), z.literal(6)]),
    }),
    children: z
      .array(
        z.object({
          ...newPerson.shape,
          years: z.nullable(z.int().check(z.gte(0), z.lte(25))),
          classId: id,
          allergy: z.string().check(z.maxLength(80)),
        }),
      )
      .check(z.minLength(1), z.maxLength(12)),
  }),
  z.object({
    kind: z.literal('check_out'),
    eventId: id,
    by,
    code: z.string().check(z.maxLength(20)),
    childIds: z.array(id).check(z.minLength(1), z.maxLength(30)),
    collectorId: id,
    press,
  }),
  z.object({
    kind: z.literal('refuse'),
    eventId: id,
    by,
    /** As it was shown, whether it is one or not. */
    code: z.string().check(z.maxLength(40)),
    childIds: z.array(id).check(z.minLength(1), z.maxLength(30)),
    collectorId: id,
    reason: z.enum(['wrong_code', 'not_released']),
    /** Child → what the station's rules said, of `not_released`. */
    verdicts: z.record(id, verdict),
    press,
  }),
  z.object({ kind: z.literal('reprint'), eventId: id, by, code: z.string().check(z.maxLength(20)) }),
  z.object({ kind: z.literal('close'), eventId: id, by }),
])
export type StationAct = z.infer<typeof stationAct>

/** The children an act is about, by the ids in it. */
export function childIdsOf(act: StationAct): string[] {
  if (act.kind === 'close' || act.kind === 'reprint') return []
  return 'childIds' in act ? act.childIds : act.children.map(({ personId }) => personId)
}

/** `body` is the act as JSON text, exactly as it was signed together with station, number and time. */
export const signedAct = z.object({
  number: z.int().check(z.gte(1), z.lte(1_000_000)),
  doneAt: z.string().check(z.maxLength(40)),
  body: z.string().check(z.maxLength(20_000)),
  /** ECDSA P-256 with SHA-256 over `stationId\nnumber\ndoneAt\nbody`, base64url. */
  signature: z.string().check(z.maxLength(200)),
})
export type SignedAct = z.infer<typeof signedAct>

/** What the station's key signs of an act. */
export const signedText = (stationId: string, { number, doneAt, body }: Omit<SignedAct, 'signature'>): string =>
  `${stationId}\n${number}\n${doneAt}\n${body}`

/**
 * A signed act (`signedAct` as JSON) as it lies on a locked device, base64url: 65 bytes of an ephemeral P-256 key, 12 bytes
 * of nonce, and AES-256-GCM with the station's id as additional data, under HKDF-SHA-256 of the shared secret (salt: the 65
 * bytes; info: `narthex station act`).
 */
export const sealedAct = z.string().check(z.maxLength(30_000))

/** What became of an act. `refused` ones are for the desk to look at; nothing of them is lost. */
export const actOutcome = z.object({
  number: z.int(),
  outcome: z.enum(['done', 'refused']),
  /** The registration it belongs to now. */
  registrationId: z.nullable(id),
  /** Why it was refused, as a code of the contract's errors; null: it was not. */
  reason: z.nullable(z.string()),
  /** Children of the act for whom it was not done: of a refused one not always all. Ids as in the act. */
  notDone: z.array(id),
  verdicts: z.nullable(z.record(z.string(), verdict)),
  labels: z.nullable(labels),
  /** What another station had done of the same children that does not go together with this. */
  conflicts: z.optional(
    z.array(
      z.object({
        reason: z.enum(conflictReasons),
        childName: z.nullable(z.string()),
        /** Who has the child, since when, and where that was. */
        collectorName: z.nullable(z.string()),
        className: z.nullable(z.string()),
        at: z.string(),
        stationName: z.nullable(z.string()),
        eventName: z.string(),
      }),
    ),
  ),
})
export type ActOutcome = z.infer<typeof actOutcome>

/**
 * Takes over what a station did, in the order of its numbers, each once: what was taken over already is answered again;
 * after a gap nothing is taken (`applied` says where to go on from). While the subscription is expired, children who were
 * checked in after its last day are refused with `subscription_expired`. A release is judged as the church stood when it was
 * done and as it stands now; one that does not hold, or whose time cannot be (`odd_time`), is refused, and goes to a leader.
 */
export const syncStation = endpoint({
  method: 'POST',
  path: '/api/checkin/stations/{id}/sync',
  access: always,
  summary: 'Take over what a station did without a network',
  params: idParams,
  body: z.object({
    acts: z.array(signedAct).check(z.maxLength(200)),
    /** The station's clock now: by how much it is wrong, the times of the acts are. Left out: it is taken for right. */
    sentAt: z.optional(z.string().check(z.maxLength(40))),
    /** Acts that the device cannot read itself while it is locked. */
    sealed: z.optional(z.array(sealedAct).check(z.maxLength(200))),
  }),
  bodyBytes: 11_000_000,
  response: z.object({ applied: z.int(), outcomes: z.array(actOutcome) }),
  errors: ['invalid_input', 'not_found', 'station_waiting', 'station_revoked', 'bad_signature'],
})
