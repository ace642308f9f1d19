import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type ProviderRecord = {
  name: string
  hourSucceeded: number
  hourFailed: number
  daySucceeded: number
  dayFailed: number
  lastSucceededAt: Date | null
  lastFailedAt: Date | null
  lastError: string | null
  /** Calls that failed since the last one that succeeded. */
  failedLast: number
}

/** How calls to each provider went: those that were called in the last two weeks, and those that could be. */
export async function selectProviders(tx: Tx, at: Date): Promise<ProviderRecord[]> {
  const { rows } = await sql<ProviderRecord>`
    with known as (
      select 'mail' as name union select 'sms:' || gateway from sms_route union select provider from provider_minute
    ),
    last as (
      select provider, max(minute) filter (where succeeded > 0) as succeeded, max(minute) filter (where failed > 0) as failed
      from provider_minute group by provider
    )
    select k.name, l.succeeded as "lastSucceededAt", l.failed as "lastFailedAt",
      coalesce(sum(m.succeeded) filter (where m.minute > ${at}::timestamptz - interval '1 hour'), 0)::int as "hourSucceeded",
      coalesce(sum(m.failed) filter (where m.minute > ${at}::timestamptz - interval '1 hour'), 0)::int as "hourFailed",
      coalesce(sum(m.succeeded) filter (where m.minute > ${at}::timestamptz - interval '1 day'), 0)::int as "daySucceeded",
      coalesce(sum(m.failed) filter (where m.minute > ${at}::timestamptz - interval '1 day'), 0)::int as "dayFailed",
      coalesce(sum(m.failed_last) filter (where m.minute >= coalesce(l.succeeded, '-infinity')), 0)::int as "failedLast",
      (select e.last_error from provider_minute e where e.provider = k.name and e.minute = l.failed) as "lastError"
    from known k
    left join last l on l.provider = k.name
    left join provider_minute m on m.provider = k.name
    group by k.name, l.succeeded, l.failed order by k.name`.execute(tx)
  return rows
}

export async function measureDatabase(tx: Tx): Promise<{ answersInMs: number; sizeBytes: number }> {
  const asked = performance.now()
  await sql`select 1`.execute(tx)
  const answersInMs = Math.round((performance.now() - asked) * 100) / 100
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(tx)
  return { answersInMs, sizeBytes: rows[0]?.size ?? 0 }
}
