import type { Because } from '#contract/followup/automation.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dueAt, selectActsOf, type Act } from './act-store.ts'
import { departuresOf } from './departures.ts'
import type { Facts, Place } from './facts.ts'
import { readPlace, selectFacts } from './facts-store.ts'
import { faultsOf } from './faults.ts'
import { judge } from './judge.ts'
import { judgeAct } from './judge-act.ts'
import { selectOccasions } from './occasion-store.ts'
import { selectRule, selectRules, type StoredRule } from './rule-store.ts'
import { selectRunsOf, type Run } from './run-store.ts'

const DAYS = 90
const DAY_MS = 86_400_000

/** What each rule did for somebody, or why not: what was found then, else what it would find now. Throws `not_found`. */
export async function explainPerson(
  tx: Tx,
  { personId, at }: { personId: string; at: Date },
): Promise<{ name: string; rules: Because[] }> {
  const facts = (await selectFacts(tx, [personId])).get(personId)
  if (!facts) throw new ApiError('not_found')
  const place = await readPlace(tx, at)
  const runs = new Map((await selectRunsOf(tx, personId)).map((run) => [run.ruleId, run]))
  const acts = await selectActsOf(
    tx,
    [...runs.values()].map(({ id }) => id),
  )
  const rules: Because[] = []
  for (const rule of await selectRules(tx)) {
    const run = runs.get(rule.id)
    rules.push(
      run
        ? await told(tx, { rule, run, acts: acts.filter(({ runId }) => runId === run.id) })
        : await supposed(tx, { rule, facts, place, at }),
    )
  }
  return { name: facts.name, rules }
}

type Telling = { rule: StoredRule; run: Run; acts: readonly Act[] }

async function told(tx: Tx, { rule, run, acts }: Telling): Promise<Because> {
  const then = (run.version !== null && (await selectRule(tx, rule.id, run.version))) || rule
  return {
    ...headOf(rule),
    version: run.version ?? rule.version,
    definition: then.definition,
    metAt: run.at.toISOString(),
    reason: run.reason,
    steps: run.steps,
    acts: acts.map(({ kind, state, reason, endedAt, dueAt: due, other }) => {
      return {
        kind,
        state,
        reason: state === 'waiting' ? (reason ?? 'later') : reason,
        at: (endedAt ?? due).toISOString(),
        other,
      }
    }),
  }
}

type Supposing = { rule: StoredRule; facts: Facts; place: Place; at: Date }

async function supposed(tx: Tx, { rule, facts, place, at }: Supposing): Promise<Because> {
  const { definition } = rule
  const from = new Date(at.getTime() - DAYS * DAY_MS)
  const personIds = [facts.personId]
  const looking = { trigger: definition.trigger, ...place, from, until: at, personIds, limit: 1 }
  const isBroken = faultsOf(rule, place).length > 0
  const [occasion = null] = await selectOccasions(tx, looking)
  const { steps, reason } = judge({ definition, facts, occasion, place, acted: new Set() })
  const { trigger } = definition
  const departure = await departuresOf(tx, { definition, place, phones: [facts.phone] })
  const acts = definition.actions.map((action) => {
    const due = occasion ? dueAt(occasion.at, action) : at
    // What has not happened yet is not judged by this hour of the day.
    const timing = { due, asOf: due, leavesAt: occasion ? departure(action, facts, due) : due, waitedFor: null }
    const day = occasion?.day ?? '9999-12-31'
    const verdict = judgeAct({ action, trigger, facts, occasion: { day }, place, timing, sharedWith: null })
    const state = verdict.state === 'go' ? ('would' as const) : verdict.state
    return { kind: action.act, state, reason: verdict.reason, at: null, other: null }
  })
  const shown = { ...headOf(rule), definition, metAt: null, steps, acts }
  return { ...shown, reason: isBroken ? 'broken' : (reason ?? (rule.isOn ? null : 'off')) }
}

const headOf = ({ id, name, isOn, version }: StoredRule) => ({ ruleId: id, rule: name, isOn, version })
