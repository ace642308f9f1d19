import { addPersons, archivePeople, type NewPerson } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { systemActor } from '#server/platform/http/index.ts'
import { addDays } from './crowd/visit-days.ts'

const DAY_MS = 86_400_000
const ARCHIVED_DAYS_AGO = 9

/** Who moved away, and is kept: on top of the people of the plan, for archived ones do not count. */
const moved = [
  { firstName: 'Blessing', lastName: 'Omotor', gender: 'female', joinedDaysAgo: 2_210 },
  { firstName: 'Chijioke', lastName: 'Nwosu', gender: 'male', joinedDaysAgo: 1_460 },
  { firstName: 'Ọládàpọ̀', lastName: 'Kúkọyí', gender: 'male', joinedDaysAgo: 900 },
  { firstName: 'Nafisa', lastName: 'Lawal', gender: 'female', joinedDaysAgo: 430 },
] as const

type Of = { tenantId: string; owner: { id: string; email: string }; today: string; at: Date }

/** A few people whom the owner archived some days ago. */
export async function makeArchived(tx: Tx, { tenantId, owner, today, at }: Of): Promise<void> {
  const people = moved.map(({ joinedDaysAgo, ...person }): NewPerson => ({
    ...person,
    email: null,
    phone: null,
    kind: 'member',
    joinedOn: addDays(today, -joinedDaysAgo),
  }))
  const ids = await addPersons(tx, tenantId, people, at)
  const actor = { ...systemActor, kind: 'staff' as const, id: owner.id, name: owner.email }
  const doer = { tenantId, actor, at: new Date(at.getTime() - ARCHIVED_DAYS_AGO * DAY_MS) }
  await archivePeople(tx, doer, { ids })
}
