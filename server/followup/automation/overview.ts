import { z } from 'zod/mini'
import type { AutomationOverview, listActs as listCall, Rule } from '#contract/followup/automation.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { availableUnits } from '../../billing/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { dayIn, instantOf } from '../../platform/runtime/index.ts'
import type { Place } from './facts.ts'
import { readPlace } from './facts-store.ts'
import { faultsOf } from './faults.ts'
import { countEnded, selectCounts, selectEnded, selectWaiting } from './overview-store.ts'
import { selectRule, selectRules, selectVersions, type StoredRule } from './rule-store.ts'
import { selectSpent, selectUnitsADay } from './spending-store.ts'

const WEEK_MS = 7 * 86_400_000

/** The rules of a church, what they did and cost, and what a rule can name. */
export async function readAutomation(
  tx: Tx,
  { tenantId, mayChange, at }: { tenantId: TenantId; mayChange: boolean; at: Date },
): Promise<AutomationOverview> {
  const place = await readPlace(tx, at)
  const counts = await selectCounts(tx, new Date(at.getTime() - WEEK_MS))
  const rules = (await selectRules(tx)).map((rule): Rule => {
    const { acts = 0, held = 0 } = counts.get(rule.id) ?? {}
    return { ...shown(rule), faults: faultsOf(rule, place), held, actsThisWeek: acts }
  })
  const today = instantOf(place.timeZone, `${dayIn(place.timeZone, at)}T00:00`) ?? at
  return {
    rules,
    unitsADay: await selectUnitsADay(tx),
    unitsToday: await selectSpent(tx, today),
    balance: await availableUnits(tx, tenantId),
    waiting: await selectWaiting(tx),
    choices: choicesOf(place),
    mayChange,
  }
}

const shown = (rule: StoredRule) => ({
  id: rule.id,
  name: rule.name,
  isOn: rule.isOn,
  version: rule.version,
  isTested: rule.testedVersion === rule.version,
  definition: rule.definition,
  changedBy: rule.changedBy,
  changedAt: rule.changedAt.toISOString(),
  loop: rule.loopAt && { at: rule.loopAt.toISOString(), after: rule.loopRule },
})

const choicesOf = ({ stages, sources, groups, team, senders }: Place): AutomationOverview['choices'] => ({
  stages: [...stages],
  sources: [...sources],
  groups: namesOf(groups),
  team: namesOf(team),
  senders: [...senders],
})

const namesOf = (names: ReadonlyMap<string, string>) =>
  [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name))

/** What a rule said, the newest first. Throws `not_found`. */
export async function readVersions(tx: Tx, id: string) {
  if (!(await selectRule(tx, id))) throw new ApiError('not_found')
  const versions = await selectVersions(tx, id)
  return { versions: versions.map((one) => ({ ...one, changedAt: one.changedAt.toISOString() })) }
}

const placeOfAct = z.object({
  at: cursorText.check(z.regex(/^\d{4}-\d\d-\d\d [\d:.]+[+-]\d\d(:?\d\d)?$/)),
  id: z.uuid(),
})

/** What the rules did, the latest first. Throws `not_found`. */
export async function listActs(
  tx: Tx,
  { cursor, limit = PAGE_SIZE, rule }: Received<typeof listCall>['query'],
): Promise<Answer<typeof listCall>> {
  if (rule !== undefined && !(await selectRule(tx, rule))) throw new ApiError('not_found')
  const rows = await selectEnded(tx, { ruleId: rule, after: readCursor(placeOfAct, cursor), limit: limit + 1 })
  const page = pageFrom(rows, limit, ({ place, id }) => ({ at: place, id }))
  const items = page.items.map(({ place: _place, metAt, at, ...act }) => {
    return { ...act, metAt: metAt.toISOString(), at: at.toISOString() }
  })
  return { ...page, items, total: await countEnded(tx, rule) }
}
