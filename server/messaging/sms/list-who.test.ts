import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWho, quoteSms, type WhoAsked } from '#contract/messaging/sms.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({
    people: [
      { firstName: 'Ada', lastName: 'Obi', phone: '+2348031000001' },
      { firstName: 'Bola', lastName: 'Obi', phone: '+2348031000001' },
      { firstName: 'Chidi', lastName: 'Eze', phone: null },
      { firstName: 'Dayo', lastName: 'Ade', phone: '+2348051000004' },
      { firstName: 'Efe', lastName: 'Uzo', phone: '+2348031000005' },
    ],
  })
  await app.look(`insert into opt_out values ($1, 'all', '+2348031000005', 'desk')`, [church.tenantId])
  await app.look(
    `insert into sender_id_network (tenant_id, sender_id, network_id, state, decided_at)
     select tenant_id, id, 'ng-mtn', 'approved', now() from sender_id where tenant_id = $1`,
    [church.tenantId],
  )
})
afterAll(() => app.stop())

const destination = { allContacts: true, phoneNumbers: '08051000004, 08051000006, 08031000005' }
const ask = async (which: WhoAsked, more: object = {}) =>
  (
    await app.call(
      listWho,
      { body: { destination, which, senderId: church.sender, ...more } },
      { token: church.admin.token },
    )
  ).body
const who = async (which: WhoAsked) => (await ask(which)).items

test('each figure of a quote is told by name, and as many as it says', async () => {
  const body = { destination, message: 'Welcome', senderId: church.sender }
  const { body: quote } = await app.call(quoteSms, { body }, { token: church.admin.token })
  expect(quote).toMatchObject({ withoutNumber: 2, duplicates: 3, optedOut: 1, numberInstead: { people: 2 } })
  const none = { phone: null, times: 1, network: null }
  expect(await who('without_number')).toEqual([
    { ...none, name: 'Ada Admin' },
    { ...none, name: 'Chidi Eze' },
  ])
  expect(await who('duplicates')).toEqual([
    { name: 'Ada Obi, Bola Obi', phone: '+2348031000001', times: 2, network: null },
    { name: 'Dayo Ade', phone: '+2348051000004', times: 2, network: null },
    { name: 'Efe Uzo', phone: '+2348031000005', times: 2, network: null },
  ])
  expect(await who('opted_out')).toEqual([{ name: 'Efe Uzo', phone: '+2348031000005', times: 2, network: null }])
  expect(await who('number_instead')).toEqual([
    { name: 'Dayo Ade', phone: '+2348051000004', times: 1, network: 'Glo' },
    { name: '', phone: '+2348051000006', times: 1, network: 'Glo' },
  ])
})

test('a long list comes page by page, whole and once, and a cursor of nobody is refused', async () => {
  const first = await ask('duplicates', { limit: 2 })
  expect([first.items.length, first.total]).toEqual([2, 3])
  const rest = await ask('duplicates', { limit: 2, cursor: first.nextCursor ?? '' })
  expect([rest.items.map(({ name }) => name), rest.nextCursor]).toEqual([['Efe Uzo'], null])
  expect(await ask('duplicates', { cursor: 'x' })).toMatchObject({ code: 'invalid_cursor' })
})

test('nobody of another church is named, whatever is chosen', async () => {
  const other = await app.buildChurch()
  const body = { destination: { personIds: church.personIds }, which: 'without_number' as const }
  const answer = await app.call(listWho, { body }, { token: other.admin.token })
  expect(answer.body).toEqual({ items: [], total: 0, nextCursor: null })
})
