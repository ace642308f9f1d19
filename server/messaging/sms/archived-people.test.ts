import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteSms, sendSms } from '#contract/messaging/sms.ts'
import { addGroup, addToGroup } from '#server/people/index.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('archived people are in no quote and get no message, however they are chosen', async () => {
  const church = await app.buildChurch({
    units: 100,
    people: [
      { firstName: 'Ada', phone: '+2348031000001' },
      { firstName: 'Uche', phone: '+2348031000002' },
    ],
  })
  const { tenantId, personIds } = church
  const groupId = await app.server.context.database.withTenant(tenantId, async (tx) => {
    const id = await addGroup(tx, tenantId, { name: 'Choir', category: 'Departments' })
    await addToGroup(tx, tenantId, id, personIds)
    return id
  })
  await app.look('update person set archived_at = now() where id = $1', [personIds[1]])
  const token = church.admin.token
  for (const destination of [{ allContacts: true }, { groupIds: [groupId] }, { personIds }]) {
    const quote = await app.call(quoteSms, { body: { destination, message: 'Welcome' } }, { token })
    expect([destination, quote.body.recipients]).toEqual([destination, 1])
  }
  const body = { subject: church.sender, message: 'Welcome', toOthers: '', ToContacts: personIds.join(',') }
  expect(
    (await app.call(sendSms, { body: { ...body, groupedContacts: [`group_${groupId}`] } }, { token })).status,
  ).toBe(200)
  expect(await app.look('select address as phone from campaign_recipient where tenant_id = $1', [tenantId])).toEqual([
    { phone: '+2348031000001' },
  ])
})

test('a number that is typed goes out without the name of an archived person', async () => {
  const church = await app.buildChurch({ units: 100, people: [{ firstName: 'Ada', phone: '+2348031000001' }] })
  await app.look('update person set archived_at = now() where id = any ($1)', [church.personIds])
  const body = { subject: church.sender, message: 'Dear #name#', toOthers: '08031000001' }
  expect((await app.call(sendSms, { body }, { token: church.admin.token })).status).toBe(200)
  expect(await app.look('select first_name from campaign_recipient where tenant_id = $1', [church.tenantId])).toEqual([
    { first_name: '' },
  ])
})
