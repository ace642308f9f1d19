import type { Condition, Definition, RunReason, Step } from '#contract/followup/automation-rules.ts'
import type { Facts, Occasion, Place } from './facts.ts'

type Verdict = { steps: Step[]; reason: RunReason | null; onceKey: string | null }

type Case = {
  definition: Definition
  facts: Facts
  /** Null: it has not happened; what else would stop it is said all the same. */
  occasion: Occasion | null
  place: Place
  /** What the rule has acted for already. */
  acted: ReadonlySet<string>
}

/**
 * Whether a rule acts for somebody, and why: the one answer of real runs, dry runs and explanations. A function of what it is
 * given alone.
 */
export function judge({ definition, facts, occasion, place, acted }: Case): Verdict {
  const onceKey = occasion && onceKeyOf(definition.repeat, occasion, facts)
  const isActive = !facts.archived && !facts.paused
  const isFresh = onceKey === null || !acted.has(onceKey)
  const answers = definition.conditions.map((condition) => answerTo(condition, { facts, occasion, place }))
  const steps: Step[] = [
    { what: 'when', index: null, ok: occasion !== null, found: occasion && occasion.at.toISOString() },
    ...(isActive ? [] : [{ what: 'active' as const, index: null, ok: false, found: null }]),
    ...answers.map((answer, index) => ({ what: 'if' as const, index, ...answer })),
    ...(isFresh ? [] : [{ what: 'repeat' as const, index: null, ok: false, found: null }]),
  ]
  const reason = (): RunReason | null => {
    if (facts.archived) return 'archived'
    if (facts.paused) return 'paused'
    if (answers.some(({ ok }) => !ok)) return 'conditions'
    return isFresh ? null : 'already'
  }
  return { steps, reason: reason(), onceKey }
}

/** For what a rule acts once: ever, or for the visit before what happened. Null: every time. */
function onceKeyOf(repeat: Definition['repeat'], { day }: Occasion, { visits }: Facts): string | null {
  if (repeat === 'every') return null
  if (repeat === 'once') return 'once'
  return visits.reduce((latest, visit) => (visit.day <= day && visit.day > latest ? visit.day : latest), '') || day
}

type Answer = { ok: boolean; found: string | null }
type Asked = Pick<Case, 'facts' | 'occasion' | 'place'>

function answerTo(condition: Condition, asked: Asked): Answer {
  const { facts, place } = asked
  switch (condition.fact) {
    case 'source':
      return within(condition, [facts.sourceId ?? 0], (id) => place.sources.find((one) => one.id === id)?.name)
    case 'stage':
      return within(condition, [facts.stageId], (id) => place.stages.find((one) => one.id === id)?.name)
    case 'group':
      return within(condition, facts.groupIds, (id) => place.groups.get(id))
    case 'kind':
      return { ok: facts.kind === condition.kind, found: facts.kind }
    case 'gender':
      return { ok: facts.gender === condition.gender, found: facts.gender }
    case 'age':
      return ageAnswer(condition, asked)
    case 'consent':
      return consentAnswer(condition.channel, facts)
  }
}

type Naming<Id> = { is: boolean; ids: readonly Id[] }

/** One of those named is there, or none; found are the names of all there is. */
function within<Id>({ is, ids }: Naming<Id>, has: readonly Id[], nameOf: (id: Id) => string | undefined): Answer {
  const found = has.map(nameOf).filter((name) => name !== undefined)
  return { ok: has.some((id) => ids.includes(id)) === is, found: found.join(', ') || null }
}

function ageAnswer(
  { atLeast, atMost }: Extract<Condition, { fact: 'age' }>,
  { facts: { birthYear, birthMonth, birthDay }, occasion }: Asked,
): Answer {
  if (birthYear === null) return { ok: false, found: null }
  if (occasion === null) return { ok: true, found: `${birthYear}` }
  const [year = 0, month = 0, day = 0] = occasion.day.split('-').map(Number)
  // Of whom only the year is known counts as the age that they reach in it.
  const isBefore = month < (birthMonth ?? 1) || (month === (birthMonth ?? 1) && day < (birthDay ?? 1))
  const age = year - birthYear - (isBefore ? 1 : 0)
  return { ok: age >= (atLeast ?? 0) && age <= (atMost ?? Infinity), found: `${birthYear}` }
}

/** Where nobody can be reached nothing was agreed to. */
function consentAnswer(channel: 'sms' | 'email' | 'push', { phone, email, hasDevice, refused }: Facts): Answer {
  const isReached = { sms: phone !== null, email: email !== null, push: hasDevice }[channel]
  if (!isReached) return { ok: false, found: 'none' }
  return refused.includes(channel) ? { ok: false, found: 'refused' } : { ok: true, found: null }
}
