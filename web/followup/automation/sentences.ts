import type { ActKind, Condition, Trigger } from '#contract/followup/automation-rules.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import type { Choices } from './new-parts.ts'
import { actWords, factWords } from './words.ts'

const nameOf = (list: readonly { id: number | string; name: string }[], id: number | string): string | undefined =>
  list.find((one) => one.id === id)?.name

/** What a rule waits for, and asks of people, said in a few words with the names that the church gave. */
export function useSentences(choices: Choices | undefined) {
  const t = useTexts()
  const { stages = [], sources = [], groups = [] } = choices ?? {}
  const gone = t('followup.rule.gone')

  const when = (trigger: Trigger): string => {
    if (trigger.kind === 'no_visit') return t('followup.said.noVisit', { weeks: trigger.weeks })
    if (trigger.kind === 'stage') return t('followup.said.stage', { name: nameOf(stages, trigger.stageId) ?? gone })
    return t(saidWords[trigger.kind])
  }

  const listed = (condition: Extract<Condition, { ids: readonly unknown[] }>): string[] => {
    if (condition.fact === 'group') return condition.ids.map((id) => nameOf(groups, id) ?? gone)
    if (condition.fact === 'stage') return condition.ids.map((id) => nameOf(stages, id) ?? gone)
    return condition.ids.map((id) => (id === 0 ? t('followup.rule.notSpecified') : (nameOf(sources, id) ?? gone)))
  }

  const asked = (condition: Condition): string => {
    const fact = t(factWords[condition.fact])
    const one = (names: string) => t('followup.said.is', { fact, names })
    switch (condition.fact) {
      case 'age':
        return t('followup.said.age', {
          bounds: boundsOf(condition),
          from: condition.atLeast ?? 0,
          to: condition.atMost ?? 0,
        })
      case 'gender':
        return one(t(condition.gender === 'male' ? 'followup.rule.male' : 'followup.rule.female'))
      case 'kind':
        return one(t(condition.kind === 'new_convert' ? 'followup.person.newConvert' : 'followup.person.firstTimer'))
      case 'consent':
        return one(t(actWords[condition.channel]))
      default: {
        const names = listed(condition).join(', ')
        return condition.is ? one(names) : t('followup.said.isNot', { fact, names })
      }
    }
  }
  return { when, asked }
}

const saidWords = {
  first_visit: 'followup.said.firstVisit',
  second_visit: 'followup.said.secondVisit',
  birthday: 'followup.said.birthday',
} as const

function boundsOf({ atLeast, atMost }: { atLeast: number | null; atMost: number | null }): string {
  if (atLeast === null) return atMost === null ? 'none' : 'to'
  return atMost === null ? 'from' : 'both'
}

/** How many of each a dry run would do. */
export const countWords: Record<ActKind, TextId> = {
  sms: 'followup.dryRun.sms',
  email: 'followup.dryRun.email',
  push: 'followup.dryRun.push',
  task: 'followup.dryRun.task',
  stage: 'followup.dryRun.stage',
  owner: 'followup.dryRun.owner',
}

/** What was done, and for whom. */
export const actTitles: Record<ActKind, TextId> = {
  sms: 'followup.acts.sms',
  email: 'followup.acts.email',
  push: 'followup.acts.push',
  task: 'followup.acts.task',
  stage: 'followup.acts.stage',
  owner: 'followup.acts.owner',
}

/** What is chosen in the sentence of a rule. */
export const doWords: Record<ActKind, TextId> = {
  sms: 'followup.rule.doSms',
  email: 'followup.rule.doEmail',
  push: 'followup.rule.doPush',
  task: 'followup.rule.doTask',
  stage: 'followup.rule.doStage',
  owner: 'followup.rule.doOwner',
}

/** Within a line. */
export const kindWords: Record<ActKind, TextId> = {
  sms: 'followup.rule.kindSms',
  email: 'followup.rule.kindEmail',
  push: 'followup.rule.kindPush',
  task: 'followup.rule.kindTask',
  stage: 'followup.rule.kindStage',
  owner: 'followup.rule.kindOwner',
}
