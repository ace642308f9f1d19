import { readFirstTimerFigures, readFirstTimerMonths, listFigurePeople } from '#contract/followup/analytics.ts'
import { getFirstTimerAnalytics } from '#contract/followup/existing-analytics.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { quantile, report } from './figures.ts'
import type { Stage } from './stage.ts'

const PEOPLE = 1_000_000
const YEARS = 3
const RUNS = 15
const WARM_UP = 3
const MOST_MS: Record<string, number> = { '30': 100, '365': 600 }

/** First-timers of some years, made by SQL: as many a day on any Sunday, a few on other days; two of five came again. */
const filling = (tenantId: string, people: number): string => `
  begin;
  set local session_replication_role = replica;
  create temporary table made on commit drop as
    select gen_random_uuid() as id, i, random() as r, random() as s, random() as t,
      current_date - (random() * ${365 * YEARS})::integer as day
    from generate_series(1, ${people}) i;
  insert into person (tenant_id, id, first_name, last_name, kind, joined_on, sort_name, birth_year, gender)
    select '${tenantId}', id, 'Guest', i::text, 'first_timer', day, 'guest ' || i, 1950 + i % 60,
      case i % 3 when 0 then 'male' when 1 then 'female' end from made;
  insert into newcomer (tenant_id, person_id, kind, entered_at, first_visit_on, second_visit_on, member_on, clock_from,
      contacted_at, source_id, interest, stage_id, staged_at, furthest_id, touched_at, activities)
    select '${tenantId}', id, 'first_timer', day, day, case when r < 0.4 then day + 1 + (s * s * 200)::integer end,
      case when r < 0.1 then day + 60 end, day + interval '12 hours',
      case when t < 0.8 then day + interval '12 hours' + t * interval '80 hours' end,
      nullif(i % 5, 0), nullif(i % 4, 3), 1 + i % 5, day, 1 + i % 5, day, i % 7 from made;
  insert into newcomer_tally (tenant_id, person_id, day, step, at) select '${tenantId}', id, day, 1, day + interval '13 hours' from made;
  commit`

/** Figures of first-timers in a large church, over HTTP. */
export async function measureFirstTimers(stage: Stage, people = PEOPLE): Promise<void> {
  const church = await stage.buildChurch({})
  await stage.look(filling(church.tenantId, people))
  await stage.look('vacuum analyze')
  const as = { token: church.admin.token }
  for (const days of ['30', '90', '365'] as const) {
    const { body } = await stage.call(readFirstTimerFigures, { query: { days } }, as)
    const what = `${body.guests.toLocaleString('en-US')} of ${people.toLocaleString('en-US')} first-timers, ${days} days`
    await time(what, () => stage.call(readFirstTimerFigures, { query: { days } }, as), MOST_MS[days])
    const compare = 'last_year' as const
    await time('  with last year', () => stage.call(readFirstTimerFigures, { query: { days, compare } }, as))
    const { from, until } = body
    const query = { from, until, returned: 'yes' } as const
    await time('  people who came again', () => stage.call(listFigurePeople, { query }, as))
  }
  await time('months', () => stage.call(readFirstTimerMonths, { query: {} }, as))
  await existingClients(stage, church)
}

async function existingClients(stage: Stage, { admin: { token } }: Church): Promise<void> {
  const us = (day: Date): string => `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`
  const [startDate, endDate] = [us(new Date(Date.now() - 364 * 86_400_000)), us(new Date())]
  const query = { startDate, endDate }
  await time('a year for existing clients', () => stage.call(getFirstTimerAnalytics, { query }, { token }), 600)
}

async function time(what: string, ask: () => Promise<unknown>, most?: number): Promise<void> {
  const taken: number[] = []
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const started = performance.now()
    await ask()
    if (run >= WARM_UP) taken.push(performance.now() - started)
  }
  const half = quantile(taken, 0.5)
  const promise = most === undefined ? '' : ` (≤ ${most})`
  report(
    what,
    `p50 ${half.toFixed(0)} p95 ${quantile(taken, 0.95).toFixed(0)} ms${promise}`,
    most === undefined ? null : half <= most,
  )
}
