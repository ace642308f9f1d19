import type { TenantId, Tx } from '#server/platform/database/index.ts'
import {
  deleteOptOuts,
  insertOptOut,
  selectUnreachable,
  type Allowing,
  type Bulk,
  type Channel,
  type Refusal,
} from './store.ts'

/**
 * Why a message is sent. Bulk messages need consent; a notice is what a person asked for (a code) or what cannot wait (a
 * class asks for a parent), and no refusal of bulk messages stops it, nor a test, which whoever writes a message sends to see
 * it. A personal message answers one person: only what they said themselves, by a reply or the link, stops it.
 */
export type Purpose = 'bulk' | 'personal' | 'notice' | 'test'

/**
 * Leave to send one message to one address at one time. Gateways take nothing else. The private field makes it
 * impossible to write one by hand, and the class itself does not leave this file: only `permitted` makes them.
 */
class Leave {
  readonly #given = true
  readonly channel: Channel
  readonly address: string
  readonly purpose: Purpose
  readonly at: Date

  constructor({ channel, address, purpose, at }: { channel: Channel; address: string; purpose: Purpose; at: Date }) {
    this.channel = channel
    this.address = address
    this.purpose = purpose
    this.at = at
    Object.freeze(this)
  }

  /** Whether a thing is a permit that was given here, for callers that cannot rely on types. */
  static isGiven(thing: unknown): thing is Leave {
    return typeof thing === 'object' && thing !== null && #given in thing && thing.#given
  }
}

export type Permit = Leave

export const isPermit = (thing: unknown): thing is Permit => Leave.isGiven(thing)

type Asking = Pick<Bulk, 'channel'> & Partial<Bulk> & { addresses: string[]; purpose: Purpose; at: Date }

/** The one consent gate: a permit for each of these addresses that has not refused such messages, in the order given. */
export const permitted = async (tx: Tx, asking: Asking): Promise<Permit[]> =>
  (await permittedOf(tx, asking, null)).permits

/**
 * The same of what was taken on earlier. `stillThere`: of addresses of whose people somebody has been archived since then, the
 * first names of those who are there; there is no permit where nobody is.
 */
export const permittedSince = (tx: Tx, asking: Asking, since: Date): Promise<Standing> => permittedOf(tx, asking, since)

type Standing = { permits: Permit[]; stillThere: Map<string, string[]> }

async function permittedOf(tx: Tx, asking: Asking, since: Date | null): Promise<Standing> {
  const { channel, addresses, purpose, at, topic = null } = asking
  const isAsked = purpose === 'bulk' || purpose === 'personal'
  const archivedSince = purpose === 'bulk' ? since : null
  const stopped = isAsked
    ? await selectUnreachable(tx, channel, addresses, { spoken: purpose === 'personal', topic, archivedSince })
    : []
  const stillThere = new Map(stopped.flatMap((one) => (one.stillThere ? [[one.address, one.stillThere] as const] : [])))
  const refused = new Set(stopped.filter((one) => !one.stillThere?.length).map(({ address }) => address))
  const permits = addresses
    .filter((address) => !refused.has(address))
    .map((address) => new Leave({ channel, address, purpose, at }))
  return { permits, stillThere }
}

/** Keeps that an address wants no more bulk messages. Again changes nothing, which is answered as false. */
export function optOut(tx: Tx, tenantId: TenantId, refusal: Refusal): Promise<boolean> {
  return insertOptOut(tx, tenantId, refusal)
}

/** Bulk messages go there again; false when nothing had stopped them. */
export const allowAgain = (tx: Tx, allowing: Allowing): Promise<boolean> => deleteOptOuts(tx, allowing)
