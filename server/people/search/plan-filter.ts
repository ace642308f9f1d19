import type { z } from 'zod/mini'
import type { peopleFilter } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { groupFilter, type PeopleFilter } from './filter-store.ts'
import { planSearch } from './plan-search.ts'
import { searchWordsOf } from './search-words.ts'

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
