import * as calls from '#contract/people/persons.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { Serve } from '../platform/http/index.ts'
import { routes as acts } from './changes/routes.ts'
import { routes as families } from './families/routes.ts'
import { existingClientRoutes } from './existing-clients.ts'
import { routes as groups } from './groups/routes.ts'
import { routes as persons } from './persons/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { listPeople, searchUsers } from './persons/list-people.ts'

export function routes(serve: Serve, context: AppContext): void {
  serve(calls.listPeople, ({ query, read }) => read((tx) => listPeople(tx, query)))
  serve(calls.getSearchedUsers, ({ query, read }) => read((tx) => searchUsers(tx, query.searchText)))
  acts(serve)
  persons(serve, context)
  groups(serve, context)
  families(serve, context)
  importRoutes(serve, context)
  existingClientRoutes(serve, context)
}
