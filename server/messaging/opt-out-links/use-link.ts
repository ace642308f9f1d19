import type { Topic } from '#contract/messaging/topics.ts'
import { audit } from '../../identity/index.ts'
import { allowAgain, optOut, saveEmailChoice } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { isSealed, readToken, type Place } from './link.ts'
import { selectAddressed, selectLinked, type Addressed } from './opt-out-store.ts'

/** What of emails somebody receives. */
export const emailChoices = ['all', 'events', 'prayer', 'none'] as const
export type EmailChoice = (typeof emailChoices)[number]

/**
 * What a link leads to. `ending`: the last two digits of the number it was sent to. `email`: what of emails is received,
 * and so much of their address as tells it is theirs; null: the link came by SMS.
 */
export type Linked = {
  church: string
  ending: string
  isStopped: boolean
  mayUndo: boolean
  email: { masked: string; choice: EmailChoice } | null
}

type Found = { tenantId: string; place: Place }
type Setting = Pick<AppContext, 'database' | 'config'>

/** The church and recipient of a token; null: it is none of ours, whatever is wrong with it. */
export async function placeOfLink({ database, config }: Setting, token: string): Promise<Found | null> {
  const read = readToken(token)
  if (!read) return null
  const linked = await database.withoutTenant((tx) => selectLinked(tx, read.code))
  const places = linked.map(({ tenantId, campaignId }) => ({
    tenantId,
    place: { campaignId, position: read.position },
  }))
  return places.find(({ place }) => isSealed(token, place, config.secretKey)) ?? null
}

const present = ({ church, address, isStopped, byLink, topics }: Addressed): Linked => ({
  church,
  ending: address.slice(-2),
  isStopped,
  // What they texted or told the desk is not taken back by whoever has the message.
  mayUndo: byLink,
  email: address.includes('@') ? { masked: maskedOf(address), choice: choiceOf(isStopped, topics) } : null,
})

const maskedOf = (address: string): string => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`

function choiceOf(isStopped: boolean, topics: readonly Topic[] | null): EmailChoice {
  if (isStopped) return 'none'
  const [only] = topics ?? []
  return only === 'events' || only === 'prayer' ? only : 'all'
}

/** Reads a link, which changes nothing. */
export async function readLink(setting: Setting, token: string): Promise<Linked | null> {
  const found = await placeOfLink(setting, token)
  if (!found) return null
  const addressed = await setting.database.withTenant(found.tenantId, (tx) => selectAddressed(tx, found.place))
  return addressed && present(addressed)
}

type Wish = {
  stop: boolean
  /** Of an email: what is received instead of everything. */
  only?: Topic | null
  actor: Actor
  at: Date
}

/** Stops the bulk messages of that church to whom the link was sent, or takes it back. Null: no link. Again changes nothing. */
export async function followLink(setting: Setting, token: string, wish: Wish): Promise<Linked | null> {
  const found = await placeOfLink(setting, token)
  if (!found) return null
  const { tenantId, place } = found
  return setting.database.withTenant(tenantId, async (tx) => {
    const addressed = await selectAddressed(tx, place)
    if (!addressed) return null
    const { address } = addressed
    const isChosen = address.includes('@') && !wish.stop && (await choose(tx, tenantId, address, wish))
    if ((await change(tx, tenantId, address, wish)) || isChosen) {
      const details = { channel: 'all', optedOut: wish.stop, source: 'link', ...(wish.only ? { only: wish.only } : {}) }
      await audit(tx, tenantId, wish.actor, { act: 'person.opted_out', details, at: wish.at })
    }
    const after = await selectAddressed(tx, place)
    return after && present(after)
  })
}

const choose = (tx: Tx, tenantId: string, address: string, { only = null, at }: Wish): Promise<boolean> =>
  saveEmailChoice(tx, tenantId, { address, topics: only && [only], at })

const change = (tx: Tx, tenantId: string, address: string, { stop, at }: Wish): Promise<boolean> =>
  stop
    ? optOut(tx, tenantId, { channel: 'all', address, source: 'link', at })
    : allowAgain(tx, { channels: ['all'], addresses: [address], sources: ['link'] })
