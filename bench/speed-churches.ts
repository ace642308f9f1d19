import { chanceFrom } from '#server/demo/crowd/chance.ts'
import { nigerianNames } from '#server/demo/crowd/names.ts'
import { addGroup, addToGroup } from '#server/people/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { numbers, type Stage } from './stage.ts'

const PEOPLE = 5_000
const GROUPS = 12
const UNITS = 1_000_000_000

/** A church of some thousands, most of them in a group. */
export async function fillSpeedChurch(stage: Stage): Promise<Church> {
  const chance = chanceFrom(7)
  const people = Array.from({ length: PEOPLE }, (_, index) => {
    const pool = chance.pick(nigerianNames)
    return {
      firstName: chance.pick([...pool.women, ...pool.men]),
      lastName: chance.pick(pool.families),
      ...reachedBy(index),
    }
  })
  const church = await stage.buildChurch({ people })
  for (let group = 0; group < GROUPS; group += 1) {
    const members = church.personIds.filter(() => chance.next() < 0.1)
    await makeGroup(stage, church, { name: `Group ${group}`, members })
  }
  return church
}

export type SendingChurch = { tenantId: string; token: string; sender: string; group: string; numbers: string }

/** Churches with one group of a hundred each: sends of one church wait for each other at its balance, as they must. */
export async function fillSendingChurches(stage: Stage, count: number): Promise<SendingChurch[]> {
  const churches: SendingChurch[] = []
  for (let made = 0; made < count; made += 1) {
    const people = Array.from({ length: 100 }, (_, index) => ({
      firstName: `Ngọzi${index % 30}`,
      lastName: 'Eze',
      ...reachedBy(index),
    }))
    const church = await stage.buildChurch({ people, units: UNITS })
    const group = await makeGroup(stage, church, { name: 'Choir', members: church.personIds })
    churches.push({
      tenantId: church.tenantId,
      token: church.admin.token,
      sender: church.sender,
      group: `group_${group}`,
      numbers: numbers(100),
    })
  }
  return churches
}

const reachedBy = (index: number) => ({
  email: `person${index}@mail.example`,
  phone: `+234803${String(index).padStart(7, '0')}`,
})

function makeGroup(
  stage: Stage,
  { tenantId }: Church,
  { name, members }: { name: string; members: string[] },
): Promise<string> {
  return stage.server.context.database.withTenant(tenantId, async (tx) => {
    const id = await addGroup(tx, tenantId, { name, category: 'Groups' })
    await addToGroup(tx, tenantId, id, members)
    return id
  })
}
