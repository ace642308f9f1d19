import type { Action, ActReason } from '#contract/followup/automation-rules.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { addDays, dayIn, instantOf } from '../../platform/runtime/index.ts'
import { endAct, keepAct, lockAct, selectShared, type Act } from './act-store.ts'
import { AGAIN_MS } from './decide.ts'
import { departuresOf } from './departures.ts'
import type { Facts, Place } from './facts.ts'
import { selectFacts } from './facts-store.ts'
import { faultsOf } from './faults.ts'
import { addressOf, judgeAct, SAME_ADDRESS_MS } from './judge-act.ts'
import { perform, costOf, type Performing } from './perform.ts'
import { selectRule } from './rule-store.ts'
import { selectRun } from './run-store.ts'
import { lockUnitsADay, selectSpent } from './spending-store.ts'
import { WAITS_MS, type Timing } from './too-late.ts'

type Carrying = { context: Pick<AppContext, 'enqueue' | 'config'>; tenantId: TenantId; at: Date; place: Place }

/**
 * Does one thing whose time has come, and writes in the same transaction that it is done. Its id is the message's: however
 * often it is tried and whoever tries it, it is one. Throws what hinders it, and then nothing has happened.
 */
export async function carryOut(tx: Tx, carrying: Carrying, id: string): Promise<void> {
  const { tenantId, at, place } = carrying
  const act = await lockAct(tx, id, at)
  if (!act) return
  const [rule, run] = [await selectRule(tx, act.ruleId, act.version), await selectRun(tx, act.runId)]
  const action = rule?.definition.actions[act.position]
  const facts = (await selectFacts(tx, [act.personId])).get(act.personId)
  if (!rule || !run || !action || !facts) return
  if (rule.isRemoved) return endAct(tx, id, { state: 'stopped', reason: 'off', at })
  // It was changed, and is off until it was tried: nothing of it leaves before that.
  if (!rule.isOn) return hold(tx, act, { reason: 'off', at })
  // What the version that was in force then names may be gone.
  if (faultsOf(rule, place).length > 0) return hold(tx, act, { reason: 'broken', at })
  const { definition } = rule
  const departure = await departuresOf(tx, { definition, place, phones: [facts.phone] })
  const asOf = act.dueAt > at ? act.dueAt : at
  const leavesAt = departure(action, facts, asOf)
  const timing: Timing = { due: act.dueAt, asOf, leavesAt, waitedFor: act.reason }
  const sharedWith = await sharing(tx, act, facts)
  const { trigger } = definition
  const verdict = judgeAct({ action, trigger, facts, occasion: run, place, timing, sharedWith })
  if (verdict.state !== 'go') return endAct(tx, id, { ...verdict, state: verdict.state, at })
  const performing: Performing = {
    ...carrying,
    doer: { tenantId, by: null, at, rule: { id: rule.id, version: rule.version, depth: run.depth } },
    accountId: rule.switchedBy ?? '',
    act,
    facts,
  }
  const isAfforded = await affordable(tx, performing, action)
  if (!isAfforded) return hold(tx, act, { reason: 'daily_cap', at, until: tomorrow(place.timeZone, at) })
  const { units } = await perform(tx, performing, action)
  await endAct(tx, id, { state: 'done', reason: null, units, at })
}

async function sharing(tx: Tx, act: Act, facts: Facts): Promise<string | null> {
  const address = addressOf(act.kind, facts)
  if (address === null || (act.kind !== 'sms' && act.kind !== 'email')) return null
  return selectShared(tx, { act, kind: act.kind, address, since: new Date(act.dueAt.getTime() - SAME_ADDRESS_MS) })
}

/** Texts of all rules of a church ask one after the other what is left of the day. */
async function affordable(tx: Tx, performing: Performing, action: Action): Promise<boolean> {
  if (action.act !== 'sms') return true
  const { tenantId, place, at, facts } = performing
  const most = await lockUnitsADay(tx, tenantId)
  const today = instantOf(place.timeZone, `${dayIn(place.timeZone, at)}T00:00`) ?? at
  return (await selectSpent(tx, today)) + (await costOf(tx, performing, { action, facts })) <= most
}

const tomorrow = (zone: string, at: Date): Date =>
  instantOf(zone, `${addDays(dayIn(zone, at), 1)}T00:00`) ?? new Date(at.getTime() + AGAIN_MS)

type Holding = { reason: ActReason; at: Date; until?: Date }

/** Tried again, for a week; then it is too late for what was to be said. */
async function hold(tx: Tx, { id, dueAt }: Pick<Act, 'id' | 'dueAt'>, { reason, at, until }: Holding): Promise<void> {
  if (at.getTime() - dueAt.getTime() > WAITS_MS) return endAct(tx, id, { state: 'skipped', reason: 'expired', at })
  await keepAct(tx, id, { reason, until: until ?? new Date(at.getTime() + AGAIN_MS) })
}

const passing: Partial<Record<ApiError['code'], ActReason>> = {
  not_enough_units: 'units',
  away: 'later_try',
  domain_needed: 'later_try',
}
const final: Partial<Record<ApiError['code'], ActReason>> = {
  no_recipients: 'refused',
  archived: 'archived',
  not_found: 'not_possible',
  retired: 'not_possible',
  not_on_team: 'not_possible',
  sender_not_approved: 'not_possible',
  subscription_expired: 'gate_shut',
  member_capacity_exceeded: 'gate_shut',
}

/** What was refused waits, or is over; undefined: a fault that is nobody's, and is tried again. */
export async function noteRefusal(tx: Tx, { at }: Pick<Carrying, 'at'>, id: string, error: unknown): Promise<boolean> {
  const code = error instanceof ApiError ? error.code : undefined
  const act = await lockAct(tx, id, at)
  if (!act) return true
  const reason = code && passing[code]
  const isOver = code && final[code]
  if (isOver) await endAct(tx, id, { state: 'skipped', reason: isOver, at })
  else await hold(tx, act, { reason: reason ?? 'later_try', at })
  return code !== undefined
}
