import type { Action, ActKind, Condition, Definition, Trigger } from '#contract/followup/automation-rules.ts'
import type { AutomationOverview } from '#contract/followup/automation.ts'

export type Choices = AutomationOverview['choices']

const firstStage = ({ stages }: Choices): number => stages.find(({ isRetired }) => !isRetired)?.id ?? 1

export function newTrigger(kind: Trigger['kind'], choices: Choices): Trigger {
  if (kind === 'no_visit') return { kind, weeks: 4 }
  return kind === 'stage' ? { kind, stageId: firstStage(choices) } : { kind }
}

export function newCondition(fact: Condition['fact'], choices: Choices): Condition {
  switch (fact) {
    case 'source':
      return { fact, is: true, ids: [choices.sources.find(({ isRetired }) => !isRetired)?.id ?? 0] }
    case 'stage':
      return { fact, is: true, ids: [firstStage(choices)] }
    case 'group':
      return { fact, is: true, ids: choices.groups.slice(0, 1).map(({ id }) => id) }
    case 'kind':
      return { fact, kind: 'first_timer' }
    case 'age':
      return { fact, atLeast: 13, atMost: null }
    case 'gender':
      return { fact, gender: 'female' }
    case 'consent':
      return { fact, channel: 'sms' }
  }
}

export function newAction(act: ActKind, choices: Choices): Action {
  const after = 0
  switch (act) {
    case 'sms':
      return { act, after: 120, senderId: choices.senders[0] ?? '', text: '' }
    case 'email':
      return { act, after: 120, subject: '', text: '' }
    case 'push':
      return { act, after, title: '', text: '' }
    case 'task':
      return { act, after, instructions: '', ownerId: null, dueDays: 1, reminder: 60 }
    case 'stage':
      return { act, after, stageId: firstStage(choices) }
    case 'owner':
      return { act, after, ownerId: choices.team[0]?.id ?? '' }
  }
}

export const newDefinition = (choices: Choices): Definition => ({
  trigger: { kind: 'first_visit' },
  conditions: [],
  actions: [newAction('task', choices)],
  repeat: 'once',
})

/** Minutes after what happened; those of the rule itself are there too. */
const DELAYS = [0, 60, 120, 1440, 2 * 1440, 3 * 1440, 7 * 1440, 14 * 1440]
export const delaysWith = (after: number): number[] => [...new Set([...DELAYS, after])].toSorted((a, b) => a - b)
