import { z } from 'zod/mini'
import { calendarDay } from '#contract/calendar.ts'
import type { listPeople as call, PeopleSort } from '#contract/people/persons.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { pictureUrl } from '#server/identity/index.ts'
import { placeOf } from './order-store.ts'
import { planFilter } from './plan-filter.ts'
import { countPeople, selectPeople, type ListedPerson, type PageOfPeople } from './store.ts'

type Query = Received<typeof call>['query']
type Page = Answer<typeof call>

const nameAndId = z.object({ name: cursorText, id: z.uuid() })
const dayAndId = z.object({ day: calendarDay, id: z.uuid() })

/** One page of the people of the church, and how many there are in all. */
export async function listPeople(tx: Tx, { cursor, limit = PAGE_SIZE, sort = 'name', ...asked }: Query): Promise<Page> {
  const after = placeAfter(sort, cursor)
  const filter = await planFilter(tx, asked)
  const [people, total] = await Promise.all([
    selectPeople(tx, filter, { sort, after, limit: limit + 1 }),
    countPeople(tx, filter),
  ])
  const keyOf = ({ place, id }: ListedPerson) => (isByName(sort) ? { name: place, id } : { day: place, id })
  const { items, nextCursor } = pageFrom(people, limit, keyOf)
  return { items: items.map(rowOf), total, nextCursor }
}

const isByName = (sort: PeopleSort): boolean => placeOf(sort) === 'sort_name'

/** A cursor of the other order is none. */
function placeAfter(sort: PeopleSort, cursor: string | undefined): PageOfPeople['after'] {
  if (isByName(sort)) {
    const after = readCursor(nameAndId, cursor)
    return after && { place: after.name, id: after.id }
  }
  const after = readCursor(dayAndId, cursor)
  return after && { place: after.day, id: after.id }
}

const rowOf = (person: ListedPerson): Page['items'][number] => ({
  id: person.id,
  firstName: person.first_name,
  lastName: person.last_name,
  email: person.email,
  phone: person.phone,
  kind: person.kind,
  confirmed: person.confirmed,
  groups: person.groups,
  smsOptedOut: person.sms_opted_out,
  joinedOn: person.joined_on,
  pictureUrl: pictureUrl(person.picture_id),
})
