import type { ActKind, Condition, Definition, RuleFault, Trigger } from '#contract/followup/automation-rules.ts'
import type { Because, Rule } from '#contract/followup/automation.ts'
import type { TextId } from '../../languages/index.ts'

export const triggerWords: Record<Trigger['kind'], TextId> = {
  first_visit: 'followup.rule.firstVisit',
  second_visit: 'followup.rule.secondVisit',
  no_visit: 'followup.rule.noVisit',
  stage: 'followup.rule.stageReached',
  birthday: 'followup.rule.birthday',
}

export const actWords: Record<ActKind, TextId> = {
  sms: 'followup.rule.actSms',
  email: 'followup.rule.actEmail',
  push: 'followup.rule.actPush',
  task: 'followup.rule.actTask',
  stage: 'followup.rule.actStage',
  owner: 'followup.rule.actOwner',
}

export const factWords: Record<Condition['fact'], TextId> = {
  source: 'followup.rule.source',
  group: 'followup.rule.group',
  stage: 'followup.rule.stage',
  kind: 'followup.rule.kind',
  age: 'followup.rule.age',
  gender: 'followup.rule.gender',
  consent: 'followup.rule.consent',
}

export const repeatWords: Record<Definition['repeat'], TextId> = {
  once: 'followup.rule.once',
  per_visit: 'followup.rule.perVisit',
  every: 'followup.rule.everyTime',
}

export const repeatHints: Record<Definition['repeat'], TextId> = {
  once: 'followup.rule.onceHint',
  per_visit: 'followup.rule.perVisitHint',
  every: 'followup.rule.everyTimeHint',
}

export const faultWords: Record<RuleFault['what'], TextId> = {
  stage: 'followup.rule.faultStage',
  source: 'followup.rule.faultSource',
  group: 'followup.rule.faultGroup',
  staff: 'followup.rule.faultStaff',
  sender: 'followup.rule.faultSender',
}

/** Why something was not done, or not yet. */
export const reasonWords: Record<NonNullable<Because['reason']>, TextId> = {
  conditions: 'followup.why.conditions',
  already: 'followup.why.already',
  paused: 'followup.why.paused',
  archived: 'followup.why.archived',
  loop: 'followup.why.loop',
  broken: 'followup.why.broken',
  expired: 'followup.why.expired',
  off: 'followup.why.off',
  later: 'followup.why.later',
  units: 'followup.why.units',
  daily_cap: 'followup.why.dailyCap',
  later_try: 'followup.why.laterTry',
  no_address: 'followup.why.noAddress',
  refused: 'followup.why.refused',
  same_address: 'followup.why.sameAddress',
  not_possible: 'followup.why.notPossible',
  gate_shut: 'followup.why.gateShut',
  returned: 'followup.why.returned',
}

export const stateWords = {
  would: 'followup.why.would',
  waiting: 'followup.why.waiting',
  done: 'followup.why.done',
  skipped: 'followup.why.skipped',
  stopped: 'followup.why.stopped',
} as const satisfies Record<Because['acts'][number]['state'], TextId>

export const stateTones = {
  would: 'info',
  waiting: 'warn',
  done: 'ok',
  skipped: 'neutral',
  stopped: 'neutral',
} as const

/** `SMS, Task`: what a rule does, each kind once. */
export const kindsOf = ({ definition }: Pick<Rule, 'definition'>): ActKind[] => [
  ...new Set(definition.actions.map(({ act }) => act)),
]
