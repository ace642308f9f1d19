import { afterAll, beforeAll, expect, test } from 'vitest'
import { listGroups } from '#contract/people/groups.ts'
import { addGroup, addToGroup } from '#server/people/index.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('groups come by category and name with the number of people in each', async () => {
  const church = await app.buildChurch({ people: [{}, {}, {}] })
  const { tenantId, personIds, admin } = church
  const ids = await app.server.house.database.withTenant(tenantId, async (tx) => {
    const [ushers, choir, alpha] = [
      await addGroup(tx, tenantId, { name: 'ushers', category: 'Departments' }),
      await addGroup(tx, tenantId, { name: ' Choir ', category: 'Departments' }),
      await addGroup(tx, tenantId, { name: 'Alpha course', category: 'Courses' }),
    ]
    await addToGroup(tx, tenantId, choir, personIds)
    await addToGroup(tx, tenantId, choir, personIds.slice(1))
    await addToGroup(tx, tenantId, ushers, [])
    return { ushers, choir, alpha }
  })
  const { body } = await app.call(listGroups, {}, { token: admin.token })
  expect(body).toEqual([
    { id: ids.alpha, name: 'Alpha course', category: 'Courses', description: '', people: 0 },
    { id: ids.choir, name: 'Choir', category: 'Departments', description: '', people: 3 },
    { id: ids.ushers, name: 'ushers', category: 'Departments', description: '', people: 0 },
  ])
})

test('a church has one group of a name, and nobody of another church in it', async () => {
  const [church, other] = [await app.buildChurch({ people: [{}] }), await app.buildChurch({ people: [{}] })]
  const { database } = app.server.house
  const add = (tenantId: string, name: string) =>
    database.withTenant(tenantId, (tx) => addGroup(tx, tenantId, { name, category: 'Departments' }))
  const choir = await add(church.tenantId, 'Choir')
  await expect(add(church.tenantId, 'CHOIR')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(add(church.tenantId, '\u200b')).rejects.toMatchObject({ code: 'invalid_input' })
  await add(other.tenantId, 'Choir')
  const mix = database.withTenant(church.tenantId, (tx) => addToGroup(tx, church.tenantId, choir, other.personIds))
  await expect(mix).rejects.toMatchObject({ code: '23503' })
})
