import { DRY_RUN_SHOWN, type DryRun, type Met } from '#contract/followup/automation.ts'
import type { ActKind } from '#contract/followup/automation-rules.ts'
import { costEach, type Costing } from '../../messaging/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dueAt } from './act-store.ts'
import { departuresOf, type Departure } from './departures.ts'
import type { Facts, Occasion, Place } from './facts.ts'
import { readPlace, selectFacts } from './facts-store.ts'
import { faultsOf } from './faults.ts'
import { judge } from './judge.ts'
import { addressOf, judgeAct, SAME_ADDRESS_MS } from './judge-act.ts'
import { selectOccasions } from './occasion-store.ts'
import { lockRule, updateTested, type StoredRule } from './rule-store.ts'

const DAYS = 90
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MOST = 20_000

type Trying = { id: string; at: Date; publicUrl: string }

/**
 * What a rule would have done in the last 90 days, by the same evaluation as real runs, over the people as they are now.
 * Nothing is sent and nothing changes, but that this version may be switched on. Throws `not_found`, `rule_broken`.
 */
export async function tryRule(tx: Tx, { id, at, publicUrl }: Trying): Promise<DryRun> {
  const rule = await lockRule(tx, id)
  if (!rule) throw new ApiError('not_found')
  const place = await readPlace(tx, at)
  if (faultsOf(rule, place).length > 0) throw new ApiError('rule_broken')
  const from = new Date(at.getTime() - DAYS * DAY_MS)
  const { definition } = rule
  const { trigger } = definition
  const occasions = await selectOccasions(tx, { trigger, ...place, from, until: at, limit: MOST + 1 })
  const facts = await selectFacts(tx, [...new Set(occasions.map(({ personId }) => personId))])
  const cost = await costEach(tx, { isoCode: place.isoCode, publicUrl })
  const phones = [...facts.values()].map(({ phone }) => phone)
  const departure = await departuresOf(tx, { definition, place, phones })
  const replaying = { occasions: occasions.slice(0, MOST).toReversed(), facts, place, cost, departure }
  const { met, passed } = replay(rule, replaying)
  await updateTested(tx, id, rule.version)
  const summary = summaryOf(met)
  const span = { from: from.toISOString(), until: at.toISOString(), version: rule.version }
  const unitsAWeek = Math.ceil((summary.units * WEEK_MS) / (DAYS * DAY_MS))
  const shown = met.toReversed().slice(0, DRY_RUN_SHOWN)
  return { ...span, ...summary, unitsAWeek, passed, met: shown, isCut: occasions.length > MOST }
}

type Replaying = {
  /** In the order in which they happened. */
  occasions: readonly Occasion[]
  facts: ReadonlyMap<string, Facts>
  place: Place
  cost: Costing
  departure: Departure
}
type Planned = { met: Met; occasion: Occasion; facts: Facts; position: number; due: Date }

/** As it would have gone: first who is met, then what is done, each in its order. */
function replay({ definition }: StoredRule, { occasions, facts, ...how }: Replaying) {
  const acted = new Map<string, Set<string>>()
  const all: Met[] = []
  const plan: Planned[] = []
  let passed = 0
  for (const occasion of occasions) {
    const person = facts.get(occasion.personId)
    if (!person) continue
    const before = acted.get(occasion.personId) ?? new Set()
    const { reason, onceKey } = judge({ definition, facts: person, occasion, place: how.place, acted: before })
    if (reason !== null) {
      if (reason === 'conditions') passed += 1
      continue
    }
    if (onceKey !== null) acted.set(occasion.personId, before.add(onceKey))
    const met: Met = { personId: person.personId, name: person.name, at: occasion.at.toISOString(), acts: [] }
    all.push(met)
    for (const [position, action] of definition.actions.entries())
      plan.push({ met, occasion, facts: person, position, due: dueAt(occasion.at, action) })
  }
  carryOutAll(plan, { definition, ...how })
  return { met: all, passed }
}

type Carrying = Pick<Replaying, 'place' | 'cost' | 'departure'> & Pick<StoredRule, 'definition'>

function carryOutAll(plan: readonly Planned[], { definition, place, cost, departure }: Carrying): void {
  const sent = new Map<string, { at: Date; personId: string; name: string }>()
  const inOrder = plan.toSorted(
    (one, other) =>
      one.due.getTime() - other.due.getTime() ||
      compare(one.facts.personId, other.facts.personId) ||
      one.position - other.position,
  )
  for (const { met, occasion, facts, position, due } of inOrder) {
    const action = definition.actions[position]
    if (!action) continue
    const address = addressOf(action.act, facts)
    const place_ = `${position} ${address}`
    const last = address === null ? undefined : sent.get(place_)
    const isFresh = last && due.getTime() - last.at.getTime() <= SAME_ADDRESS_MS && last.personId !== facts.personId
    const sharedWith = isFresh ? last.personId : null
    const timing = { due, asOf: due, leavesAt: departure(action, facts, due), waitedFor: null }
    const verdict = judgeAct({ action, trigger: definition.trigger, facts, occasion, place, timing, sharedWith })
    const isDone = verdict.state === 'go'
    const units =
      isDone && action.act === 'sms' && facts.phone ? cost(action.text, { ...facts, phone: facts.phone }) : 0
    if (isDone && address !== null) sent.set(place_, { at: due, personId: facts.personId, name: facts.name })
    const other = verdict.otherId !== null ? (last?.name ?? null) : null
    met.acts[position] = { kind: action.act, reason: verdict.reason, other, units }
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

function summaryOf(met: readonly Met[]) {
  const acts = met.flatMap((one) => one.acts)
  const done: Record<ActKind, number> = { sms: 0, email: 0, push: 0, task: 0, stage: 0, owner: 0 }
  for (const { kind, reason } of acts) if (reason === null) done[kind] += 1
  const people = new Set(met.map(({ personId }) => personId)).size
  const units = acts.reduce((sum, act) => sum + act.units, 0)
  return { people, done, units, skipped: acts.filter(({ reason }) => reason !== null).length }
}
