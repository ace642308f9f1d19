import { z } from 'zod/mini'
import { RECIPIENTS_MAX, type NamedPerson, type WhoAsked } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { countAudience, selectSkipped, selectWithPrefixes, type Audience, type Named } from '../campaigns/index.ts'
import { selectUnapproved } from '../senders/index.ts'

/** How far the list was read; typed numbers and files may name the same people many times over. */
const place = z.int().check(z.gte(1), z.lte(RECIPIENTS_MAX * 10))

type WhoQuery = {
  audience: Audience
  which: WhoAsked
  senderId?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Who is counted in one line of a quote, by name. Throws `invalid_cursor`. */
export async function listWho(
  tx: Tx,
  { audience, which, senderId = '', cursor, limit = PAGE_SIZE }: WhoQuery,
): Promise<{ items: NamedPerson[]; total: number; nextCursor: string | null }> {
  const skip = readCursor(place, cursor) ?? 0
  const part = { skip, limit: limit + 1 }
  const { rows, networkOf } =
    which === 'number_instead'
      ? await seeingNumber(tx, { audience, senderId, part })
      : { rows: await selectSkipped(tx, audience, which, part), networkOf: () => null }
  const { items, nextCursor } = pageFrom(rows, limit, () => skip + limit)
  return {
    items: items.map(({ name, phone, times }) => ({ name, phone, times, network: networkOf(phone) })),
    total: rows[0]?.total ?? 0,
    nextCursor,
  }
}

type Seeing = { audience: Audience; senderId: string; part: { skip: number; limit: number } }
type Found = { rows: Named[]; networkOf: (phone: string | null) => string | null }

async function seeingNumber(tx: Tx, { audience, senderId, part }: Seeing): Promise<Found> {
  const { prefixes } = await countAudience(tx, audience)
  const unapproved = await selectUnapproved(tx, { mask: senderId, prefixes })
  const names = new Map(unapproved.map(({ prefix, name }) => [prefix, name]))
  const rows = await selectWithPrefixes(tx, audience, [...names.keys()], part)
  const networkOf = (phone: string | null): string | null =>
    unapproved.find(({ prefix }) => phone?.startsWith(prefix))?.name ?? null
  return { rows, networkOf }
}
