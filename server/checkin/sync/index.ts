import type { Area } from '../../platform/app-context.ts'
import { syncRoutes } from './routes.ts'

/** Stations that go on without a network: what they take along, and what they bring back, signed. It stands above the other three. */
export const sync: Area = { routes: syncRoutes, queues: [], workers: () => [] }
