import type { ImportOutcome, ImportPlan, ImportReason } from '#contract/people/imports.ts'
import { changeOf, type Change } from './changes.ts'
import type { CheckedPerson, RowNote } from './checked-person.ts'
import type { KnownPerson } from './known-person.ts'
import { emailKey } from './row-keys.ts'
import { isSameName, namesFit } from './same-person.ts'

/** What happens to a row. `known`: who it is about, if somebody is there; `change` only for `update`. */
export type Decision = {
  outcome: ImportOutcome
  notes: RowNote[]
  known: KnownPerson | null
  change: Change | null
}

/** What happens to a row that can be read, by the people who are there with its phone or its address. Pure. */
export function decideRow(person: CheckedPerson, there: readonly KnownPerson[], plan: ImportPlan): Decision {
  const fitting = there.filter((known) => isReachedAlike(known, person) && namesFit(known, person))
  const living = fitting.filter(({ isArchived }) => !isArchived)
  const [known] = living.length > 1 ? narrowed(living, person) : living
  if (known) return decideKnown(person, known, plan)
  if (living.length > 1) return skipped('several_already_there', null)
  return fitting[0] ? skipped('archived_already_there', fitting[0]) : added
}

/** What happens to a row about somebody who is there. */
export function decideKnown(person: CheckedPerson, known: KnownPerson, plan: ImportPlan): Decision {
  if (known.isArchived) return skipped('archived_already_there', known)
  if (plan.whenThere === 'skip') return skipped('already_there', known)
  const change = changeOf(known, person, plan.groupId)
  if (change.changes.length === 0) return { outcome: 'same', notes: [], known, change: null }
  return { outcome: 'update', notes: [], known, change }
}

export const skipped = (reason: ImportReason, known: KnownPerson | null): Decision => ({
  outcome: 'skip',
  notes: [{ column: null, reason, value: null }],
  known,
  change: null,
})

const added: Decision = { outcome: 'add', notes: [], known: null, change: null }

const isReachedAlike = (known: KnownPerson, { phone, email }: CheckedPerson): boolean =>
  (phone !== null && known.phone === phone) || (email !== null && emailKey(known.email) === emailKey(email))

/** Of several who fit, the only one of that very name, or the only one with both phone and address. */
function narrowed(living: readonly KnownPerson[], person: CheckedPerson): KnownPerson[] {
  const named = living.filter((known) => isSameName(known, person))
  if (named.length === 1) return named
  const sure = living.filter(
    ({ phone, email }) => phone === person.phone && person.email !== null && emailKey(email) === emailKey(person.email),
  )
  return sure.length === 1 ? sure : []
}
