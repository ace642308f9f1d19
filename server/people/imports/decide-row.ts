import type { ImportOutcome, ImportPlan, ImportReason } from '#contract/people/imports.ts'
import type { CheckedPerson, RowNote } from './check-row.ts'
import { foldText } from '../../platform/fold-text.ts'
import { faultOfBirthday, type PersonFields } from '../persons/index.ts'
import { createHash } from 'node:crypto'
import { searchTerms } from '../writing/index.ts'

/** `fields` are the person as it will be; `changes` names what is different, a birthday being one thing. */
type Change = { fields: PersonFields; changes: string[] }

/** What a row changes of a person: whatever it tells replaces or fills what is there, what it does not tell stays. */
function changeOf(known: KnownPerson, row: CheckedPerson, groupId: string | null): Change {
  const fields: PersonFields = {
    ...nameAfter(known, row),
    email: emailKey(row.email) === emailKey(known.email) ? known.email : (row.email ?? known.email),
    phone: row.phone ?? known.phone,
    kind: row.kind ?? known.kind,
    gender: row.gender ?? known.gender,
    maritalStatus: row.maritalStatus ?? known.maritalStatus,
    ...birthdayAfter(known, row),
    address: row.address ?? known.address,
    joinedOn: row.joinedOn ?? known.joinedOn,
  }
  const different = (Object.keys(fields) as (keyof PersonFields)[]).filter((name) => fields[name] !== known[name])
  const changes = new Set<string>(different.map((name) => (name.startsWith('birth') ? 'birthday' : name)))
  if (joinsGroups(known, row, groupId)) changes.add('groups')
  return { fields, changes: [...changes] }
}

/** The same words, with or without marks or in another order, are no other name: what is kept is rather the better writing. */
function nameAfter(known: KnownPerson, row: CheckedPerson): Pick<PersonFields, 'firstName' | 'lastName'> {
  const { firstName, lastName } = known
  if (wordsOf(known) === wordsOf(row)) return { firstName, lastName }
  if (row.lastName === '' && foldText(row.firstName) === foldText(firstName)) return { firstName, lastName }
  return { firstName: row.firstName, lastName: row.lastName || lastName }
}

const wordsOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  foldText(`${firstName} ${lastName}`).split(' ').sort().join(' ')

type Birthday = Pick<PersonFields, 'birthDay' | 'birthMonth' | 'birthYear'>

/** Where the parts of both together are no day, the row's alone are taken. */
function birthdayAfter(known: Birthday, row: Birthday): Birthday {
  const told = { birthDay: row.birthDay, birthMonth: row.birthMonth, birthYear: row.birthYear }
  const both = {
    birthDay: told.birthDay ?? known.birthDay,
    birthMonth: told.birthMonth ?? known.birthMonth,
    birthYear: told.birthYear ?? known.birthYear,
  }
  return faultOfBirthday(both, '9999-12-31') ? told : both
}

function joinsGroups({ groups }: KnownPerson, row: CheckedPerson, groupId: string | null): boolean {
  if (groupId !== null && groups.every(({ id }) => id !== groupId)) return true
  const names = new Set(groups.map(({ name }) => name.toLowerCase()))
  return row.groups.some((name) => !names.has(name.toLowerCase()))
}

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

/** A person who is in the church, as a row of a file is compared with it. */
export type KnownPerson = PersonFields & {
  id: string
  version: number
  isArchived: boolean
  groups: { id: string; name: string }[]
}

/** What a person of a file is found by: E.164, and the address in small letters. */
export type RowKeys = { phone: string | null; mark: string | null }

/** An address as it stands among the words that people are found by; null without one. */
export const emailKey = (email: string | null): string | null =>
  email === null ? null : (searchTerms({ firstName: '', lastName: '', email })[0] ?? null)

/** Rows with neither phone nor address are doubles only when everything in them is the same. */
export const keysOf = (person: CheckedPerson): RowKeys => ({
  phone: person.phone,
  mark: emailKey(person.email) ?? (person.phone === null ? digestOf(person) : null),
})

const digestOf = (person: CheckedPerson): string =>
  `=${createHash('sha256').update(JSON.stringify(person)).digest('base64url')}`

type Named = { firstName: string; lastName: string }

/**
 * Whether two who share a phone or an e-mail address are one by their names: the same first name, or the two names the
 * other way round. A shared last name says nothing: families share their phones too.
 */
export function namesFit(one: Named, other: Named): boolean {
  const [a, b] = [plain(one), plain(other)]
  if (a.first === b.first || a.whole === b.whole) return true
  const isSwapped = a.first === b.last && (a.last === '' || b.first === '' || a.last === b.first)
  return isSwapped || (a.firstWord === b.firstWord && (a.last === b.last || a.last === '' || b.last === ''))
}

/** A name without marks and case, as a row of a file keeps it. */
export const nameKey = ({ firstName, lastName }: Named): string => foldText(`${firstName} ${lastName}`)

/** Of whom a name fits, one of the words is this one; '' where a name has no letters. */
export const leadingWord = (named: Named): string => nameKey(named).split(' ')[0] ?? ''

/** Every word by which somebody may be found as a `leadingWord`. */
export const nameWords = (named: Named): string[] => [...new Set(nameKey(named).split(' '))]

/** Whether two names are written alike but for marks and case. */
const isSameName = (one: Named, other: Named): boolean => plain(one).whole === plain(other).whole

function plain({ firstName, lastName }: Named) {
  const [first, last] = [foldText(firstName), foldText(lastName)]
  return { first, last, firstWord: first.split(' ')[0], whole: `${first} ${last}`.trim() }
}
