import { z } from 'zod/mini'
import type { FamilyRow, listFamilies as call } from '#contract/people/families.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { searchWordsOf } from '../writing/index.ts'
import { countFamilies, selectFamilies, type ListedFamily, selectFamily } from './family-store.ts'
import { ApiError } from '../../platform/http/index.ts'

const place = z.object({ name: cursorText, id: z.uuid() })

/** One page of the families in the order of their names, and how many there are in all. */
export async function listFamilies(
  tx: Tx,
  { search, cursor, limit = PAGE_SIZE, sort = 'name' }: Received<typeof call>['query'],
): Promise<Answer<typeof call>> {
  const after = readCursor(place, cursor)
  const words = searchWordsOf(search)
  const [families, total] = await Promise.all([
    selectFamilies(tx, words, { after, limit: limit + 1, backwards: sort === '-name' }),
    countFamilies(tx, words),
  ])
  const { items, nextCursor } = pageFrom(families, limit, ({ sortName, id }) => ({ name: sortName, id }))
  return { items: items.map(familyRow), total, nextCursor }
}

/** A family as it is answered. */
const familyRow = ({ members, ...family }: ListedFamily): FamilyRow => ({
  ...family,
  members: members.map(({ pictureId, ...member }) => ({ ...member, pictureUrl: pictureUrl(pictureId) })),
})

/** One family. Throws `not_found`. */
export async function readFamily(tx: Tx, id: string): Promise<FamilyRow> {
  const family = await selectFamily(tx, id)
  if (!family) throw new ApiError('not_found')
  return familyRow(family)
}

/** Ids of families by the beginnings of words of their own name or of their people's, in the order of their names. */
export async function findFamilies(tx: Tx, text: string, limit: number): Promise<string[]> {
  const found = await selectFamilies(tx, searchWordsOf(text) ?? [], { backwards: false, after: null, limit })
  return found.map(({ id }) => id)
}
