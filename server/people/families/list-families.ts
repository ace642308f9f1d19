import { z } from 'zod/mini'
import type { FamilyRow, listFamilies as call } from '#contract/people/families.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { searchWordsOf } from '../search/search-words.ts'
import { countFamilies, selectFamilies, type ListedFamily } from './list-store.ts'

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
export const familyRow = ({ members, ...family }: ListedFamily): FamilyRow => ({
  ...family,
  members: members.map(({ pictureId, ...member }) => ({ ...member, pictureUrl: pictureUrl(pictureId) })),
})
