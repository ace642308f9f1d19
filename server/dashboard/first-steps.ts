import { firstStepNames, type FirstStep, type FirstStepName } from '#contract/dashboard.ts'
import type { Ability } from '#contract/identity/abilities.ts'
import type { Caller } from '#server/platform/http/index.ts'
import type { Facts } from './facts-store.ts'

type Told = Pick<FirstStep, 'state'> & Partial<FirstStep>

/** What each step takes; whoever lacks it does not see the step. */
const abilityOf: Record<FirstStepName, Ability> = {
  people: 'people.write',
  sender: 'messages.send',
  event: 'checkin.manage',
  units: 'billing.manage',
  helper: 'church.manage',
}

const tellers: Record<FirstStepName, (facts: Facts) => Told> = {
  people: ({ hasPeople, people, lastImport }) => {
    if (!hasPeople) return { state: 'todo' }
    if (!lastImport) return { state: 'done', count: people }
    return { state: 'done', count: lastImport.people, about: lastImport.fileName, at: lastImport.at }
  },
  sender: ({ sender }) => {
    if (!sender) return { state: 'todo' }
    const { mask: about, state, reason } = sender
    return state === 'approved' ? { state: 'done', about } : { state, about, reason }
  },
  event: ({ event }) => (event ? { state: 'done', about: event.name, at: event.startsAt } : { state: 'todo' }),
  units: ({ hasBought, isPaymentLookedAt, units, withPhone }) => {
    if (hasBought) return { state: 'done', count: units }
    return { state: isPaymentLookedAt ? 'waiting' : 'todo', count: withPhone }
  },
  helper: ({ helper, invited }) => {
    if (helper !== null) return { state: 'done', about: helper }
    return invited === null ? { state: 'todo' } : { state: 'waiting', about: invited }
  },
}

/** The steps that this person may do, in their order, as the church stands. */
export const firstStepsOf = (facts: Facts, { abilities }: Pick<Caller, 'abilities'>): FirstStep[] =>
  firstStepNames
    .filter((name) => abilities.has(abilityOf[name]))
    .map((name) => ({ name, about: null, count: null, at: null, reason: null, ...tellers[name](facts) }))
