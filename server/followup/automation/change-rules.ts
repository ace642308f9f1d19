import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '#contract/followup/automation-rules.ts'
import { audit } from '../../identity/index.ts'
import { cleanName } from '../../people/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { restateActs, stopActs, wakeActs } from './act-store.ts'
import { readPlace } from './facts-store.ts'
import { faultsOf, namesIn, refusals } from './faults.ts'
import { nextLook } from './meet.ts'
import {
  insertRule,
  insertVersion,
  lockRule,
  markRemoved,
  updateName,
  updateSwitch,
  updateVersion,
  type StoredRule,
} from './rule-store.ts'
import { endRuns, wakeRuns } from './run-store.ts'
import { saveUnitsADay, wakeCapped } from './spending-store.ts'

export type Changer = { tenantId: TenantId; by: string; actor: Actor; at: Date }
type Saying = { name: string; definition: Definition }

const note = (tx: Tx, { tenantId, actor, at }: Changer, name: string, change: string): Promise<void> =>
  audit(tx, tenantId, actor, { act: 'followup.rule_changed', details: { name, change }, at })

/** What it names is there now. Throws as the calls say. */
async function written(tx: Tx, { at }: Changer, definition: Definition) {
  const place = await readPlace(tx, at)
  const names = namesIn(definition, place)
  const [fault] = faultsOf({ definition, names }, place)
  if (fault) throw new ApiError(refusals[fault.what])
  return { definition, names }
}

function named(name: string): string {
  const clean = cleanName(name)
  if (clean === '') throw new ApiError('invalid_input', { fields: { name: 'A name is needed.' } })
  return clean
}

/** Adds a rule, which is off. Throws `name_taken`, and what names something that is gone. */
export async function addRule(tx: Tx, changer: Changer, { name, definition }: Saying) {
  const { tenantId, by, at } = changer
  const text = await written(tx, changer, definition)
  const id = randomUUIDv7()
  const clean = named(name)
  const isNew = await insertRule(tx, { tenantId, id, name: clean, waitsFor: definition.trigger.kind, at })
  if (!isNew) throw new ApiError('name_taken')
  await insertVersion(tx, { ...text, tenantId, ruleId: id, version: 1, by, at })
  await note(tx, changer, clean, 'added')
  return { id, version: 1 }
}

async function hold(tx: Tx, id: string, version?: number): Promise<StoredRule> {
  const rule = await lockRule(tx, id)
  if (!rule) throw new ApiError('not_found')
  if (version !== undefined && version !== rule.version) throw new ApiError('changed_meanwhile')
  return rule
}

/**
 * Another text is a new version, which is off until it was tried; another name is not. What waits for people whom it met is
 * done in the new words, where it is the same thing at the same time. Throws as `addRule`.
 */
export async function changeRule(
  tx: Tx,
  changer: Changer,
  { id, version, name, definition }: Saying & { id: string; version: number },
) {
  const { tenantId, by, at } = changer
  const rule = await hold(tx, id, version)
  const clean = named(name)
  if (clean !== rule.name && !(await updateName(tx, id, clean))) throw new ApiError('name_taken')
  if (isDeepStrictEqual(definition, rule.definition)) return { id, version }
  const text = await written(tx, changer, definition)
  const next = version + 1
  await insertVersion(tx, { ...text, tenantId, ruleId: id, version: next, by, at })
  await updateVersion(tx, { id, version: next, waitsFor: definition.trigger.kind })
  await restateActs(tx, id, { version: next, keep: samePlaces(rule.definition, definition), at })
  await note(tx, changer, clean, 'changed')
  return { id, version: next }
}

/** Places at which a rule does the same thing at the same time as before, in other words perhaps; none where it does more or less. */
function samePlaces({ actions: before }: Definition, { actions }: Definition): number[] {
  if (before.length !== actions.length) return []
  return [...actions.keys()].filter((at) => {
    const [one, other] = [before[at], actions[at]]
    return one?.act === other?.act && one?.after === other?.after
  })
}

/** On after a dry run of this version; off stops what waits. Again changes nothing. Throws as the call says. */
export async function switchRule(
  tx: Tx,
  changer: Changer,
  { id, isOn, version }: { id: string; isOn: boolean; version: number },
) {
  const { by, at } = changer
  const rule = await hold(tx, id, isOn ? version : undefined)
  if (isOn === rule.isOn) return { id, isOn }
  const place = await readPlace(tx, at)
  if (isOn && faultsOf(rule, place).length > 0) throw new ApiError('rule_broken')
  if (isOn && rule.testedVersion !== rule.version) throw new ApiError('dry_run_needed')
  const waitsForDay = rule.definition.trigger.kind === 'no_visit' || rule.definition.trigger.kind === 'birthday'
  const lookAt = isOn && waitsForDay ? nextLook(place.timeZone, at) : null
  await updateSwitch(tx, { id, isOn, by, at, lookAt })
  if (isOn) {
    await wakeRuns(tx, id, at)
    await wakeActs(tx, id, at)
  } else await stopAll(tx, id, at)
  await note(tx, changer, rule.name, isOn ? 'on' : 'off')
  return { id, isOn }
}

async function stopAll(tx: Tx, id: string, at: Date): Promise<void> {
  await endRuns(tx, id, at)
  await stopActs(tx, id, at)
}

/** It does nothing more; what it did stays explained. Throws `not_found`. */
export async function removeRule(tx: Tx, changer: Changer, id: string) {
  const rule = await hold(tx, id)
  await markRemoved(tx, id, changer.at)
  await stopAll(tx, id, changer.at)
  await note(tx, changer, rule.name, 'removed')
  return { id }
}

export async function changeUnitsADay(tx: Tx, changer: Changer, unitsADay: number) {
  await saveUnitsADay(tx, changer.tenantId, unitsADay)
  await wakeCapped(tx, changer.at)
  await note(tx, changer, `${unitsADay}`, 'units a day')
  return { unitsADay }
}
