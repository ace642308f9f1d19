import type { Action, Condition, Definition, RuleFault } from '#contract/followup/automation-rules.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Place, RuleText } from './facts.ts'

/** What a rule names and is not there any more, or cannot be chosen: with it the rule does nothing. */
export function faultsOf({ definition, names }: RuleText, place: Place): RuleFault[] {
  const { trigger, conditions, actions } = definition
  const asked = { names, place }
  const faults = [
    ...(trigger.kind === 'stage' ? stageFaults([trigger.stageId], place) : []),
    ...conditions.flatMap((condition) => conditionFaults(condition, asked)),
    ...actions.flatMap((action) => actionFaults(action, asked)),
  ]
  return faults.filter(
    ({ what, name }, index) => faults.findIndex((one) => one.what === what && one.name === name) === index,
  )
}

type Asked = { names: RuleText['names']; place: Place }

const stageFaults = (ids: readonly number[], { stages }: Place): RuleFault[] =>
  ids.flatMap((id) => {
    const stage = stages.find((one) => one.id === id)
    return stage && !stage.isRetired ? [] : [{ what: 'stage', name: stage?.name ?? `${id}` }]
  })

function conditionFaults(condition: Condition, { names, place }: Asked): RuleFault[] {
  if (condition.fact === 'stage') return stageFaults(condition.ids, place)
  if (condition.fact === 'group')
    return condition.ids.filter((id) => !place.groups.has(id)).map((id) => ({ what: 'group', name: names[id] ?? '' }))
  if (condition.fact !== 'source') return []
  return condition.ids.flatMap((id) => {
    const source = place.sources.find((one) => one.id === id)
    return id === 0 || (source && !source.isRetired) ? [] : [{ what: 'source', name: source?.name ?? `${id}` }]
  })
}

function actionFaults(action: Action, { names, place }: Asked): RuleFault[] {
  if (action.act === 'stage') return stageFaults([action.stageId], place)
  if (action.act === 'sms')
    return place.senders.some((mask) => mask.toUpperCase() === action.senderId.toUpperCase())
      ? []
      : [{ what: 'sender', name: action.senderId }]
  const owner = action.act === 'task' || action.act === 'owner' ? action.ownerId : null
  return owner === null || place.team.has(owner) ? [] : [{ what: 'staff', name: names[owner] ?? '' }]
}

/** How saving such a rule is refused. */
export const refusals: Record<RuleFault['what'], ErrorCode> = {
  stage: 'retired',
  source: 'retired',
  group: 'not_found',
  staff: 'not_on_team',
  sender: 'sender_not_approved',
}

/** The names of what could be gone one day without leaving its name. */
export function namesIn({ conditions, actions }: Definition, { groups, team }: Place): Record<string, string> {
  const groupIds = conditions.flatMap((condition) => (condition.fact === 'group' ? condition.ids : []))
  const owners = actions.flatMap((action) => (action.act === 'task' || action.act === 'owner' ? [action.ownerId] : []))
  const named = [...groupIds, ...owners].flatMap((id): [string, string][] => {
    const name = id === null ? undefined : (groups.get(id) ?? team.get(id))
    return id === null || name === undefined ? [] : [[id, name]]
  })
  return Object.fromEntries(named)
}
