import {
  listConsoleLog as listConsoleLogCall,
  readHealth as readHealthCall,
  type Health,
  type listConsoleLog as call,
} from '#contract/operator/settings.ts'
import type { Serve } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { countJobs } from '../../platform/jobs/index.ts'
import { measureDatabase, selectProviders, type ProviderRecord } from './health-store.ts'
import { providerState } from './provider-state.ts'
import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import { instantKey } from '../instant-key.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { countConsoleLines, selectConsoleLines } from '../log/console-log-store.ts'

type Query = Received<typeof call>['query']

const place = z.object({ at: instantKey, id: z.uuid() })

/** What operators did, the newest first. */
async function listConsoleLog(
  tx: Tx,
  { search = '', churchId, operatorId, cursor, limit = PAGE_SIZE }: Query,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), churchId: churchId ?? null, operatorId: operatorId ?? null }
  const after = readCursor(place, cursor)
  const lines = await selectConsoleLines(tx, filter, { after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(lines, limit, ({ at, id }) => ({ at: at.toISOString(), id }))
  return {
    items: items.map((line) => ({ ...line, at: line.at.toISOString() })),
    total: await countConsoleLines(tx, filter),
    nextCursor,
  }
}

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

/** What an operator looks at and does not change: how things do, and what was done. */
export function healthRoutes(serve: Serve): void {
  serve(readHealthCall, ({ at, transact }) => transact((tx) => readHealth(tx, at)))
  serve(listConsoleLogCall, ({ query, transact }) => transact((tx) => listConsoleLog(tx, query)))
}
