import { familyRoles } from '#contract/people/families.ts'
import { audit } from '#server/identity/index.ts'
import { addFamily, addPersons, checkPerson, type Writer } from '#server/people/index.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { createGuardian } from './create-guardian.ts'
import type { Origin } from './open-guardian-session.ts'
import type { Address } from './read-address.ts'

/** Who comes to the portal for the first time. */
export type Newcomer = {
  firstName: string
  lastName: string
  familyRole: 1 | 2 | 6 | 7
  address: Address
  passwordHash: string
}

const genders: Readonly<Record<number, 'male' | 'female'>> = {
  [familyRoles.father]: 'male',
  [familyRoles.mother]: 'female',
}

/** A guardian with a family of their own, in the log as their own doing. Throws `invalid_input` for a name without letters. */
export async function makeFamily(
  tx: Tx,
  place: Omit<Writer, 'actor'> & { origin: Origin },
  { firstName, lastName, familyRole, address, passwordHash }: Newcomer,
): Promise<{ accountId: string; personId: string }> {
  const { tenantId, timeZone, origin, at } = place
  const { email, phone } = address
  const person = checkPerson(
    {
      ...nothingElse,
      firstName,
      lastName,
      email,
      phone,
      gender: genders[familyRole] ?? null,
      joinedOn: dayIn(timeZone, at),
    },
    place,
  )
  const [personId = ''] = await addPersons(tx, tenantId, [{ ...person, confirmed: false }], at)
  const actor: Actor = { kind: 'guardian', id: personId, name: email ?? phone, ...origin }
  await audit(tx, tenantId, actor, { act: 'person.added', subjectId: personId, details: { groups: 0 }, at })
  const name = `${person.lastName || person.firstName} family`
  const members = [{ personId, role: familyRole }]
  await addFamily(tx, { ...place, actor }, { name, email, homePhone: null, address: null, members })
  const accountId = await createGuardian(tx, tenantId, { personId, email, phone, passwordHash }, at)
  return { accountId, personId }
}

const nothingElse = {
  kind: 'member',
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
} as const
