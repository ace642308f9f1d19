import { foldText } from '#server/platform/fold-text.ts'
import { faultOfBirthday } from '../persons/birthday.ts'
import type { PersonFields } from '../persons/check-person.ts'
import type { CheckedPerson } from './checked-person.ts'
import type { KnownPerson } from './known-person.ts'
import { emailKey } from './row-keys.ts'

/** `fields` are the person as it will be; `changes` names what is different, a birthday being one thing. */
export type Change = { fields: PersonFields; changes: string[] }

/** What a row changes of a person: whatever it tells replaces or fills what is there, what it does not tell stays. */
export function changeOf(known: KnownPerson, row: CheckedPerson, groupId: string | null): Change {
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
