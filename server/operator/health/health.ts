import { readHealth as call, type Health } from '#contract/operator/settings.ts'
import type { Serve } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { countJobs } from '../../platform/jobs/index.ts'
import { measureDatabase, selectProviders, type ProviderRecord } from './health-store.ts'
import { providerState } from './provider-state.ts'

/** How gateways, mail, database and jobs do. */
async function readHealth(tx: Tx, at: Date): Promise<Health> {
  const providers = await selectProviders(tx, at)
  return {
    database: await measureDatabase(tx),
    jobs: await countJobs(tx, at),
    providers: providers.map(presentProvider),
  }
}

function presentProvider(provider: ProviderRecord): Health['providers'][number] {
  const hour = { succeeded: provider.hourSucceeded, failed: provider.hourFailed }
  const day = { succeeded: provider.daySucceeded, failed: provider.dayFailed }
  return {
    name: provider.name,
    lastHour: hour,
    lastDay: day,
    lastSucceededAt: provider.lastSucceededAt?.toISOString() ?? null,
    lastFailedAt: provider.lastFailedAt?.toISOString() ?? null,
    lastError: provider.lastError,
    state: providerState({ hour, day, failedLast: provider.failedLast }),
  }
}

/** How things do. */
export function healthRoutes(serve: Serve): void {
  serve(call, ({ at, transact }) => transact((tx) => readHealth(tx, at)))
}
