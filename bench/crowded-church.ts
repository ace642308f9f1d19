import { chanceFrom } from '#server/demo/crowd/chance.ts'
import { nigerianNames } from '#server/demo/crowd/names.ts'
import { addPersons, type NewPerson } from '#server/people/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import type { Stage } from './stage.ts'

const AT_ONCE = 25_000

/** A church of so many people with Nigerian names, always the same ones. */
export async function churchOf(stage: Stage, people: number): Promise<Church> {
  const church = await stage.buildChurch({ membershipSize: people + 100_000 })
  const chance = chanceFrom(people)
  const pools = nigerianNames.map(({ women, men, families }) => ({ given: [...women, ...men], families }))
  const personOf = (index: number): NewPerson => ({
    firstName: chance.pick(chance.pick(pools).given),
    lastName: chance.pick(chance.pick(pools).families),
    email: `person${index}@mail.example`,
    phone: `+234803${String(index).padStart(7, '0')}`,
    kind: 'member',
    joinedOn: '2024-01-07',
  })
  for (let from = 0; from < people; from += AT_ONCE) {
    const persons = Array.from({ length: Math.min(AT_ONCE, people - from) }, (_, index) => personOf(from + index))
    await stage.server.context.database.withTenant(church.tenantId, (tx) =>
      addPersons(tx, church.tenantId, persons, new Date()),
    )
  }
  return church
}
