import {
  type readDashboard as call,
  firstStepNames,
  type FirstStep,
  type FirstStepName,
} from '#contract/dashboard/dashboard.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Ability } from '#contract/abilities.ts'
import { nextEvent } from '../checkin/index.ts'
import { guestTotals } from '../followup/index.ts'
import { selectOwnSlug } from '../identity/index.ts'
import { listSentSms } from '../messaging/index.ts'
import { peopleSummary } from '../people/index.ts'
import type { Tx } from '../platform/database/index.ts'
import type { Caller } from '../platform/http/index.ts'
import { selectFacts, type Facts } from './facts-store.ts'

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
const firstStepsOf = (facts: Facts, { abilities }: Pick<Caller, 'abilities'>): FirstStep[] =>
  firstStepNames
    .filter((name) => abilities.has(abilityOf[name]))
    .map((name) => ({ name, about: null, count: null, at: null, reason: null, ...tellers[name](facts) }))

const NEWEST = 4

/** Everything in one answer; each part only for whoever may see it. */
export async function readDashboard(tx: Tx, caller: Caller, at: Date): Promise<Answer<typeof call>> {
  const when = <Part>(ability: Ability, part: () => Promise<Part>): Promise<Part | null> =>
    caller.abilities.has(ability) ? part() : Promise.resolve(null)
  const [facts, slug, people, guests, event, sent] = await Promise.all([
    selectFacts(tx, caller, at),
    selectOwnSlug(tx),
    when('people.read', () => peopleSummary(tx, caller.church.timeZone, at)),
    when('reports.read', () => guestTotals(tx, at)),
    when('checkin.desk', () => nextEvent(tx, at)),
    when('messages.read', () => listSentSms(tx, { limit: NEWEST })),
  ])
  return {
    firstSteps: firstStepsOf(facts, caller),
    firstStepsHidden: facts.isHidden,
    isTrial: facts.isTrial,
    people,
    guests,
    event,
    slug,
    messages: sent?.items ?? null,
    senders: caller.abilities.has('messages.send') ? facts.openSenders : null,
  }
}
