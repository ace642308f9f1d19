import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { ConsoleChurch, listChurches as call } from '#contract/operator/churches.ts'
import { gateOf, graceBegins } from '#server/identity/index.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { foldText } from '#server/platform/fold-text.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { placeOf, type ChurchSort } from './church-order-store.ts'
import {
  countChurches,
  selectChurch,
  selectChurches,
  selectZones,
  type ChurchFilter,
  type ChurchRecord,
} from './church-store.ts'

type Query = Received<typeof call>['query']

const id = z.uuid()
type Place = { place: string | number; id: string }
const byText: z.ZodMiniType<Place> = z.object({ place: cursorText, id })
const byNumber: z.ZodMiniType<Place> = z.object({ place: z.int(), id })

/** The order of a list that asks for none. */
export const USUAL_SORT: ChurchSort = 'name'

/** Churches of the installation that match, one page of them. */
export async function listChurches(tx: Tx, query: Query, at: Date): Promise<Answer<typeof call>> {
  const { sort = USUAL_SORT, cursor, limit = PAGE_SIZE } = query
  const after = readCursor(placeOf(sort).by === 'name' ? byText : byNumber, cursor)
  const filter = await churchFilter(tx, query, at)
  const rows = await selectChurches(tx, filter, { sort, after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ place, id: churchId }) => ({ place, id: churchId }))
  return { items: items.map((church) => presentChurch(church, at)), total: await countChurches(tx, filter), nextCursor }
}

/** One church; throws `not_found`. */
export async function readConsoleChurch(tx: Tx, churchId: string, at: Date): Promise<ConsoleChurch> {
  const church = await selectChurch(tx, churchId)
  if (!church) throw new ApiError('not_found')
  return presentChurch(church, at)
}

/**
 * What the list asks the database. Days are counted here, zone by zone: the database has zones of its own, of another
 * year perhaps, and the list must say of a church what its own gate says.
 */
export async function churchFilter(tx: Tx, { search = '', gate, isoCode }: Wanted, at: Date): Promise<ChurchFilter> {
  const today = (await selectZones(tx)).map((timeZone) => ({
    timeZone,
    day: dayIn(timeZone, at),
    graceBegins: graceBegins(timeZone, at),
  }))
  return { words: foldText(search).split(' ').filter(Boolean), gate: gate ?? null, isoCode: isoCode ?? null, today }
}

type Wanted = Pick<Query, 'search' | 'gate' | 'isoCode'>

export const presentChurch = ({ createdAt, lastActiveAt, ...church }: ChurchRecord, at: Date): ConsoleChurch => ({
  id: church.id,
  name: church.name,
  city: church.city,
  isoCode: church.isoCode,
  currency: church.currency,
  planId: church.planId,
  planName: church.planName,
  membershipSize: church.membershipSize,
  people: church.people,
  expiresOn: church.expiresOn,
  gate: gateOf(church, at).gate,
  units: church.units,
  createdAt: createdAt.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
})
