import type { AppContext } from '../platform/app-context.ts'
import type { Serve } from '../platform/http/index.ts'
import { routes as changes } from './changes/index.ts'
import { existingClientRoutes } from './existing-clients.ts'
import { routes as families } from './families/index.ts'
import { routes as groups } from './groups/index.ts'
import { routes as imports } from './imports/index.ts'
import { routes as persons } from './persons/index.ts'

export function routes(serve: Serve, context: AppContext): void {
  for (const serveCalls of [persons, changes, groups, families, imports, existingClientRoutes])
    serveCalls(serve, context)
}
