import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { actReasons, definition, fault, messageChannels, runReasons, step } from './automation-rules.ts'
import { source, stage } from './settings.ts'

const access = { ability: 'followup.manage' } as const
const changing = { ability: 'church.manage' } as const
const text = z.nullable(z.string())
const count = z.int()
const named = z.object({ id, name: z.string() })

const rule = z.object({
  id,
  name: z.string(),
  isOn: z.boolean(),
  version: count,
  /** Whether a dry run was made of this version: without it a rule cannot be switched on. */
  isTested: z.boolean(),
  definition,
  changedBy: z.string(),
  changedAt: z.string(),
  /** What it names and is gone: it does nothing until it is mended. */
  faults: z.array(fault),
  /** People whom it waits with because of that. */
  held: count,
  actsThisWeek: count,
  /** It was stopped because rules started each other: when, and after which rule. */
  loop: z.nullable(z.object({ at: z.string(), after: text })),
})
export type Rule = z.infer<typeof rule>

const overview = z.object({
  rules: z.array(rule),
  /** All rules together may spend so many units a day. */
  unitsADay: count,
  unitsToday: count,
  balance: count,
  /** Texts that wait for units, or for tomorrow. */
  waiting: z.object({ units: count, dailyCap: count }),
  /** What a rule can name. */
  choices: z.object({
    stages: z.array(stage),
    sources: z.array(source),
    groups: z.array(named),
    team: z.array(named),
    senders: z.array(z.string()),
  }),
  /** Whether the caller may change rules. */
  mayChange: z.boolean(),
})
export type AutomationOverview = z.infer<typeof overview>

export const readAutomation = endpoint({
  method: 'GET',
  path: '/api/followup/automation',
  access,
  summary: 'The rules of the follow-up, what they cost, and what a rule can name',
  response: overview,
  errors: [],
})

const name = z.string().check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(80))
const saved = z.object({ id, version: count })

export const addRule = endpoint({
  method: 'POST',
  path: '/api/followup/automation/rules',
  access: changing,
  summary: 'Add a rule; it is off',
  body: z.object({ name, definition }),
  response: saved,
  errors: ['invalid_input', 'name_taken', 'not_found', 'retired', 'not_on_team', 'sender_not_approved'],
  idempotent: true,
})

/**
 * `version`: the one that was changed. Another definition is a new version; what waits for people whom an earlier one met is
 * done in its words, where it is the same thing at the same time, else no more.
 */
export const changeRule = endpoint({
  method: 'PUT',
  path: '/api/followup/automation/rules/{id}',
  access: changing,
  summary: 'Change a rule: a new version, which is off until it was tried',
  params: idParams,
  body: z.object({ name, definition, version: count }),
  response: saved,
  errors: [
    'invalid_input',
    'name_taken',
    'not_found',
    'retired',
    'not_on_team',
    'sender_not_approved',
    'changed_meanwhile',
  ],
})

export const removeRule = endpoint({
  method: 'DELETE',
  path: '/api/followup/automation/rules/{id}',
  access: changing,
  summary: 'Remove a rule; what it did stays explained',
  params: idParams,
  response: z.object({ id }),
  errors: ['invalid_input', 'not_found'],
})

export const switchRule = endpoint({
  method: 'PUT',
  path: '/api/followup/automation/rules/{id}/switch',
  access: changing,
  summary: 'Switch a rule on, after a dry run of this version, or off: what waits is stopped',
  params: idParams,
  body: z.object({ isOn: z.boolean(), version: count }),
  response: z.object({ id, isOn: z.boolean() }),
  errors: ['invalid_input', 'not_found', 'dry_run_needed', 'rule_broken', 'changed_meanwhile'],
})

export const readVersions = endpoint({
  method: 'GET',
  path: '/api/followup/automation/rules/{id}/versions',
  access,
  summary: 'What a rule said, the newest first',
  params: idParams,
  response: z.object({
    versions: z.array(z.object({ version: count, definition, changedBy: z.string(), changedAt: z.string() })),
  }),
  errors: ['invalid_input', 'not_found'],
})

export const setUnitsADay = endpoint({
  method: 'PUT',
  path: '/api/followup/automation/units-a-day',
  access: changing,
  summary: 'How many units all rules together may spend a day',
  body: z.object({ unitsADay: z.int().check(z.gte(0), z.lte(1_000_000)) }),
  response: z.object({ unitsADay: count }),
  errors: ['invalid_input'],
})

const reason = z.nullable(z.enum([...new Set([...runReasons, ...actReasons])]))
const kind = z.enum([...messageChannels, 'task', 'stage', 'owner'])

const met = z.object({
  personId: id,
  name: z.string(),
  at: z.string(),
  acts: z.array(
    z.object({
      kind,
      /** Null: it would be done. */
      reason,
      /** Whose number or address it is too. */
      other: text,
      units: count,
    }),
  ),
})
export type Met = z.infer<typeof met>

/** People of the period, the latest first; so many at most. */
export const DRY_RUN_SHOWN = 200
const dryRun = z.object({
  from: z.string(),
  until: z.string(),
  version: count,
  people: count,
  /** How many of each would be done. */
  done: z.record(kind, count),
  units: count,
  unitsAWeek: count,
  skipped: count,
  /** Whom it would have met and passed, for the conditions do not hold. */
  passed: count,
  met: z.array(met),
  /** More than are looked at: the figures are of the latest. */
  isCut: z.boolean(),
})
export type DryRun = z.infer<typeof dryRun>

export const tryRule = endpoint({
  method: 'POST',
  path: '/api/followup/automation/rules/{id}/dry-run',
  access: changing,
  summary: 'What the rule would have done in the last 90 days, and for whom; nothing is sent',
  params: idParams,
  response: dryRun,
  errors: ['invalid_input', 'not_found', 'rule_broken'],
})

const act = z.object({
  id,
  personId: id,
  name: z.string(),
  ruleId: id,
  rule: z.string(),
  version: count,
  kind,
  state: z.enum(['waiting', 'done', 'skipped', 'stopped']),
  reason,
  /** What it waited for and when. */
  trigger: definition.shape.trigger,
  metAt: z.string(),
  at: z.string(),
  units: count,
  other: text,
})
export type Act = z.infer<typeof act>

export const listActs = endpoint({
  method: 'GET',
  path: '/api/followup/automation/acts',
  access,
  summary: 'What the rules did, the latest first; of one rule, or of all',
  query: z.object({ ...pageQuery, rule: z.optional(id) }),
  response: pageOf(act),
  errors: ['invalid_input', 'invalid_cursor', 'not_found'],
})

const because = z.object({
  ruleId: id,
  rule: z.string(),
  isOn: z.boolean(),
  version: count,
  definition,
  /** When it met them; null: it has not, and the steps say what it would find now. */
  metAt: text,
  reason,
  steps: z.array(step),
  acts: z.array(
    z.object({
      kind,
      state: z.enum(['would', 'waiting', 'done', 'skipped', 'stopped']),
      reason,
      at: text,
      other: text,
    }),
  ),
})
export type Because = z.infer<typeof because>

export const explainPerson = endpoint({
  method: 'GET',
  path: '/api/followup/automation/people/{id}',
  access,
  summary: 'What each rule did for somebody, and why not',
  params: idParams,
  response: z.object({ name: z.string(), rules: z.array(because) }),
  errors: ['invalid_input', 'not_found'],
})
