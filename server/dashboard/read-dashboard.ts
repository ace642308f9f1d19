import type { readDashboard as call } from '#contract/dashboard.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Ability } from '#contract/identity/abilities.ts'
import { nextEvent } from '#server/checkin/index.ts'
import { listSentSms } from '#server/messaging/index.ts'
import { peopleSummary } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import { selectFacts } from './facts-store.ts'
import { firstStepsOf } from './first-steps.ts'

const NEWEST = 4

/** Everything in one answer; each part only for whoever may see it. */
export async function readDashboard(tx: Tx, caller: Caller, at: Date): Promise<Answer<typeof call>> {
  const when = <Part>(ability: Ability, part: () => Promise<Part>): Promise<Part | null> =>
    caller.abilities.has(ability) ? part() : Promise.resolve(null)
  const [facts, people, event, sent] = await Promise.all([
    selectFacts(tx, caller, at),
    when('people.read', () => peopleSummary(tx, caller.church.timeZone, at)),
    when('checkin.desk', () => nextEvent(tx, at)),
    when('messages.read', () => listSentSms(tx, { limit: NEWEST })),
  ])
  return {
    firstSteps: firstStepsOf(facts, caller),
    firstStepsHidden: facts.isHidden,
    isTrial: facts.isTrial,
    people,
    event,
    slug: facts.slug,
    messages: sent?.items ?? null,
    senders: caller.abilities.has('messages.send') ? facts.openSenders : null,
  }
}
