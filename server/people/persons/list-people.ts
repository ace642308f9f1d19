import { z } from 'zod/mini'
import { calendarDay } from '#contract/calendar.ts'
import {
  type listPeople as call,
  type PeopleSort,
  type getSearchedUsers,
  SEARCH_MIN_LENGTH,
  type peopleFilter,
} from '#contract/people/persons.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { pictureUrl } from '../../identity/index.ts'
import {
  placeOf,
  countPeople,
  selectPeople,
  type ListedPerson,
  type PageOfPeople,
  selectClosest,
  selectMatching,
  groupFilter,
  isCounted,
  type PeopleFilter,
  countHits,
} from './list-store.ts'
import { searchWordsOf, type Search, type SearchWord } from '../writing/index.ts'

type Query = Received<typeof call>['query']
type Page = Answer<typeof call>

const nameAndId = z.object({ name: cursorText, id: z.uuid() })
const dayAndId = z.object({ day: calendarDay, id: z.uuid() })

/** One page of the people of the church, and how many there are in all. */
export async function listPeople(tx: Tx, { cursor, limit = PAGE_SIZE, sort = 'name', ...asked }: Query): Promise<Page> {
  const after = placeAfter(sort, cursor)
  const filter = await planFilter(tx, asked)
  const [people, apart] = await Promise.all([
    selectPeople(tx, filter, { sort, after, limit: limit + 1 }),
    isCounted(filter) ? null : countPeople(tx, filter),
  ])
  // A page without anybody has no row that could say it.
  const total = apart ?? people[0]?.total ?? (await countPeople(tx, filter))
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

const MOST_FOUND = 20

/** People for a picker, the closest first; nobody archived. Nobody below three letters: so short a text would find half the church. */
export async function searchUsers(tx: Tx, searchText: string): Promise<Answer<typeof getSearchedUsers>> {
  const words = searchWordsOf(searchText) ?? []
  const letters = words.reduce((sum, word) => sum + word.letters, 0)
  const search = letters < SEARCH_MIN_LENGTH ? null : await planSearch(tx, words, { archived: false })
  const found = search ? await selectClosest(tx, search, MOST_FOUND) : []
  return found.map(({ id, first_name, last_name, phone, email }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    phone,
    email,
  }))
}

type Asked = { [K in keyof typeof peopleFilter]?: z.output<(typeof peopleFilter)[K]> }

/** What a client asked a list for, made ready for `matching`. */
export async function planFilter(tx: Tx, { search, ...asked }: Asked): Promise<PeopleFilter> {
  const words = searchWordsOf(search)
  const archived = asked.archived === 'yes'
  return {
    search: words ? await planSearch(tx, words, { archived }) : 'everybody',
    kind: asked.kind ?? null,
    group: asked.groupId ? await groupFilter(tx, asked.groupId) : null,
    gender: asked.gender ?? null,
    joinedFrom: asked.joinedFrom ?? null,
    joinedUntil: asked.joinedUntil ?? null,
    phone: asked.phone ?? null,
    unconfirmed: asked.unconfirmed === 'yes',
    archived,
  }
}

/** The ids of those who match what a client asked a list for, at most so many. */
export const findMatching = async (tx: Tx, asked: Asked, limit: number): Promise<string[]> =>
  selectMatching(tx, await planFilter(tx, asked), limit)

export type SearchLimits = {
  /** Looking for another word on so many people takes some three milliseconds; more are found quicker by a pre-filter. */
  rare: number
  /** The hits of a pre-filter are kept in memory while the others go through it. */
  preFilter: number
}

const LIMITS: SearchLimits = { rare: 1_000, preFilter: 20_000 }

/** Where is looked: among the archived people or among the others. */
type Among = { archived: boolean; limits?: SearchLimits }

/**
 * Chooses the way from counted hits, so that no search is slow: the planner takes the hits of a name that is not among
 * the most common for one, and then compares everybody with everybody; over a million people that took seconds. Null
 * when there is no word: nobody is found.
 */
export async function planSearch(
  tx: Tx,
  words: SearchWord[],
  { archived, limits = LIMITS }: Among,
): Promise<Search | null> {
  const [only, ...more] = words
  if (!only) return null
  if (more.length === 0) return { way: 'walk', word: only, preFilter: null, others: [] }
  const rare = await rarestFirst(tx, words, { most: limits.rare, archived })
  if (rare) return { way: 'walk', word: rare[0], preFilter: null, others: rare.slice(1) }
  const [preFilter, word, ...others] = (await rarestFirst(tx, words, { most: limits.preFilter, archived })) ?? []
  return preFilter && word ? { way: 'walk', word, preFilter, others } : { way: 'intersect', words }
}

/** Null when the rarest word has more hits than `most`. */
async function rarestFirst(
  tx: Tx,
  words: SearchWord[],
  { most, archived }: { most: number; archived: boolean },
): Promise<[SearchWord, ...SearchWord[]] | null> {
  const hits = await countHits(tx, words, { most: most + 1, archived })
  const counted = words.map((word, index) => ({ word, hits: hits[index] ?? 0 }))
  const [rarest, ...others] = counted.toSorted((one, other) => one.hits - other.hits)
  if (!rarest || rarest.hits > most) return null
  return [rarest.word, ...others.map(({ word }) => word)]
}
