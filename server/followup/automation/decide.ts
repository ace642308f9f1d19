import type { TenantId, Tx } from '../../platform/database/index.ts'
import { lockCards } from '../newcomers/index.ts'
import { insertActs } from './act-store.ts'
import type { Place } from './facts.ts'
import { selectFacts } from './facts-store.ts'
import { faultsOf } from './faults.ts'
import { judge } from './judge.ts'
import { selectRule } from './rule-store.ts'
import { keepRun, lockRun, saveDecision, selectActed, type Run } from './run-store.ts'
import { WAITS_MS } from './too-late.ts'

/** How often is looked whether it can be done now. */
export const AGAIN_MS = 3_600_000

type Deciding = { tenantId: TenantId; at: Date; place: Place }

/** Whether a rule acts for whom it met. Who decides about the same person for the same rule waits for the other. */
export async function decideRun(tx: Tx, { tenantId, at, place }: Deciding, id: string): Promise<void> {
  const run = await lockRun(tx, id, at)
  if (!run) return
  const rule = await selectRule(tx, run.ruleId)
  await lockCards(tx, [run.personId])
  const facts = (await selectFacts(tx, [run.personId])).get(run.personId)
  if (!rule || !facts) return
  const end = { id, version: rule.version, steps: [], onceKey: null, at }
  if (rule.isRemoved) return saveDecision(tx, { ...end, state: 'passed', reason: 'off' })
  const isBroken = faultsOf(rule, place).length > 0
  if (!rule.isOn || isBroken) return wait(tx, { run, version: rule.version, reason: isBroken ? 'broken' : 'off', at })
  const { definition, version } = rule
  const occasion = { ...run, key: run.occasion, entryId: null }
  const acted = await selectActed(tx, run.ruleId, run.personId)
  const { reason, ...verdict } = judge({ definition, facts, occasion, place, acted })
  await saveDecision(tx, { ...end, ...verdict, state: reason === null ? 'acted' : 'passed', reason })
  if (reason === null) await insertActs(tx, tenantId, { run, version, actions: definition.actions, at })
}

type Waiting = { run: Run; version: number; reason: 'broken' | 'off'; at: Date }

async function wait(tx: Tx, { run, version, reason, at }: Waiting): Promise<void> {
  const isOver = at.getTime() - run.at.getTime() > WAITS_MS
  if (!isOver) return keepRun(tx, run.id, { reason, until: new Date(at.getTime() + AGAIN_MS) })
  await saveDecision(tx, { id: run.id, state: 'passed', version, reason: 'expired', steps: [], onceKey: null, at })
}
