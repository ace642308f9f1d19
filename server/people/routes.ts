import { listGroups as listGroupsCall } from '#contract/people/groups.ts'
import * as calls from '#contract/people/persons.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { peopleSummary } from './figures/people-summary.ts'
import { listGroups } from './groups/list-groups.ts'
import { listPeople } from './search/list-people.ts'
import { searchUsers } from './search/search-users.ts'

export function routes(serve: Serve): void {
  serve(calls.listPeople, ({ query, transact }) => transact((tx) => listPeople(tx, query)))
  serve(calls.peopleSummary, ({ caller, at, transact }) =>
    transact((tx) => peopleSummary(tx, caller.church.timeZone, at)),
  )
  serve(listGroupsCall, ({ transact }) => transact(listGroups))
  serve(calls.getSearchedUsers, ({ query, transact }) => transact((tx) => searchUsers(tx, query.searchText)))
}
