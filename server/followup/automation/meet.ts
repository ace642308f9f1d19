import type { TenantId, Tx } from '../../platform/database/index.ts'
import { addDays, instantOf, wallTime } from '../../platform/runtime/index.ts'
import type { LogEntry } from '../newcomers/index.ts'
import { insertEvents, takeEvents } from './event-store.ts'
import type { Occasion, Place } from './facts.ts'
import { selectOccasions } from './occasion-store.ts'
import { lockRulesToLook, selectRules, updateLooked, updateLoop, type StoredRule } from './rule-store.ts'
import { insertRuns } from './run-store.ts'

/** So many rules may lead to one another. What comes after them is stopped, and says so. */
export const MOST_DEPTH = 5
const EVENTS_AT_ONCE = 200
const MORNING = '08:00'
const DAY_MS = 86_400_000

/** By what lines of the log rules are met, and which of them wait for it. */
const waitingFor: Partial<Record<LogEntry['kind'], StoredRule['definition']['trigger']['kind'][]>> = {
  entered: ['first_visit', 'stage'],
  visit: ['second_visit'],
  stage: ['stage'],
  member: ['stage'],
}

type Changed = { tenantId: TenantId; entries: readonly LogEntry[]; depth: number }

/** Something was written in the log: kept for the rules, who look at it when all of it is true. */
export async function noteEvents(tx: Tx, { tenantId, entries, depth }: Changed): Promise<void> {
  const events = entries.filter(({ kind }) => waitingFor[kind]).map(({ id, personId }) => ({ entryId: id, personId }))
  const [first] = entries
  if (events.length === 0 || !first) return
  const waiting = [...new Set(entries.flatMap(({ kind }) => waitingFor[kind] ?? []))]
  await insertEvents(tx, tenantId, { events, depth, at: first.at, waiting })
}

type Church = { tenantId: TenantId; at: Date; place: Place }

/** What was written since is shown to the rules. True: there was something. */
export async function meetEvents(tx: Tx, { tenantId, at, place }: Church): Promise<boolean> {
  const events = await takeEvents(tx, EVENTS_AT_ONCE)
  if (events.length === 0) return false
  const depths = new Map(events.map(({ entryId, depth }) => [entryId, depth]))
  const rules = (await selectRules(tx)).filter(({ isOn }) => isOn)
  for (const rule of rules) {
    const { trigger } = rule.definition
    if (rule.switchedAt === null || trigger.kind === 'no_visit' || trigger.kind === 'birthday') continue
    const looking = { trigger, ...place, from: rule.switchedAt, until: null, entryIds: [...depths.keys()] }
    const met = await selectOccasions(tx, looking)
    await meet(tx, { tenantId, at, rule }, met, (entryId) => depths.get(entryId) ?? 0)
  }
  return true
}

type Meeting = { tenantId: TenantId; at: Date; rule: StoredRule }

async function meet(
  tx: Tx,
  { tenantId, at, rule }: Meeting,
  occasions: readonly Occasion[],
  depthOf: (entryId: string) => number,
): Promise<void> {
  if (occasions.length === 0) return
  const runs = occasions.map((occasion) => {
    const depth = (occasion.entryId === null ? 0 : depthOf(occasion.entryId)) + 1
    return { ...occasion, ruleId: rule.id, depth: Math.min(depth, MOST_DEPTH + 1), isLoop: depth > MOST_DEPTH }
  })
  await insertRuns(tx, tenantId, { runs, at })
  const loop = runs.find(({ isLoop }) => isLoop)
  if (loop) await updateLoop(tx, rule.id, { at, after: loop.ledBy })
}

/** Rules that wait for a day look which days came, since they looked the last time. */
export async function meetDays(tx: Tx, { tenantId, at, place }: Church): Promise<void> {
  for (const rule of await lockRulesToLook(tx, at)) {
    const { trigger } = rule.definition
    // A day is looked at twice: what became known meanwhile counts, and nothing counts twice.
    const since = Math.max((rule.lookedUntil ?? at).getTime() - DAY_MS, rule.switchedAt?.getTime() ?? 0)
    const met = await selectOccasions(tx, { trigger, ...place, from: new Date(since), until: at })
    await meet(tx, { tenantId, at, rule }, met, () => 0)
    await updateLooked(tx, rule.id, { until: at, lookAt: nextLook(place.timeZone, at) })
  }
}

/** The next morning of the church's calendar. */
export function nextLook(timeZone: string, at: Date): Date {
  const today = wallTime(timeZone, at).slice(0, 10)
  const morning = instantOf(timeZone, `${today}T${MORNING}`)
  return morning !== null && morning > at ? morning : (instantOf(timeZone, `${addDays(today, 1)}T${MORNING}`) ?? at)
}
