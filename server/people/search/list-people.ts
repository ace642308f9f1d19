import { z } from 'zod/mini'
import type { listPeople as call } from '#contract/people/persons.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { pictureUrl } from '#server/identity/index.ts'
import { planSearch } from './plan-search.ts'
import { searchWordsOf } from './search-words.ts'
import { countPeople, selectPeople, type ListedPerson } from './store.ts'

type Query = Received<typeof call>['query']
type Page = Answer<typeof call>

const place = z.object({ name: cursorText, id: z.uuid() })

/** One page of the people of the church in the order of their names, and how many there are in all. */
export async function listPeople(tx: Tx, { search, kind, groupId, cursor, limit = PAGE_SIZE }: Query): Promise<Page> {
  const after = readCursor(place, cursor)
  const words = searchWordsOf(search)
  const filter = {
    search: words ? await planSearch(tx, words) : ('everybody' as const),
    kind: kind ?? null,
    groupId: groupId ?? null,
  }
  const [people, total] = await Promise.all([
    selectPeople(tx, filter, { after, limit: limit + 1 }),
    countPeople(tx, filter),
  ])
  const { items, nextCursor } = pageFrom(people, limit, (person) => ({ name: person.sort_name, id: person.id }))
  return { items: items.map(rowOf), total, nextCursor }
}

const rowOf = (person: ListedPerson): Page['items'][number] => ({
  id: person.id,
  firstName: person.first_name,
  lastName: person.last_name,
  email: person.email,
  phone: person.phone,
  kind: person.kind,
  groups: person.groups,
  smsOptedOut: person.sms_opted_out,
  joinedOn: person.joined_on,
  pictureUrl: pictureUrl(person.picture_id),
})
