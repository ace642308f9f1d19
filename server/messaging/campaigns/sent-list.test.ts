import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteSentSms, listCampaigns, listRecipients } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import type { Church } from '../../test-kit/build-church.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({
    units: 500,
    people: [{ firstName: 'Ọlá', lastName: '100%', phone: '+2348031234567' }],
  })
})
afterAll(() => app.stop())

async function send(message: string, toOthers: string, ToContacts = ''): Promise<string> {
  const body = { subject: church.sender, message, toOthers, ToContacts }
  const reply = await app.call(sendSms, { body }, { token: church.admin.token })
  return reply.body.sentMessageDTO?.id ?? ''
}

const list = async (query: { search?: string; cursor?: string; limit?: number }) =>
  (await app.call(listCampaigns, { query }, { token: church.admin.token })).body

const recipients = async (id: string, query: { search?: string; cursor?: string; limit?: number }) =>
  (await app.call(listRecipients, { params: { id }, query }, { token: church.admin.token })).body

test('pages show every sent message once, newest first', async () => {
  const sent: string[] = []
  for (let index = 0; index < 7; index++) sent.unshift(await send(`Message ${index}`, `0803500000${index}`))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 3, ...(cursor ? { cursor } : {}) })
    expect(page.total).toBe(7)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(sent)
})

test('a search takes percent and underscore as they stand', async () => {
  await send('Come 100% on time_now', '08035000020')
  expect((await list({ search: '100%' })).items).toHaveLength(1)
  expect((await list({ search: '1_0%' })).items).toHaveLength(0)
  expect((await list({ search: 'time_now' })).items).toHaveLength(1)
  expect((await list({ search: church.sender.toLowerCase() })).total).toBe(8)
})

test('recipients are found by name and by their number as it is dialled at home', async () => {
  const id = await send('Hello', '08035000031, 08035000032', church.personIds[0])
  expect((await recipients(id, { search: '0803 500 0031' })).items.map(({ phone }) => phone)).toEqual([
    '+2348035000031',
  ])
  expect((await recipients(id, { search: '+2348031' })).items.map(({ name }) => name)).toEqual(['Ọlá 100%'])
  expect((await recipients(id, { search: '100%' })).total).toBe(1)
  const first = await recipients(id, { limit: 2 })
  const second = await recipients(id, { limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map(({ position }) => position)).toEqual([1, 2, 3])
  expect(second.nextCursor).toBeNull()
})

test('what is deleted leaves the list, not the ledger', async () => {
  const id = await send('Goodbye', '08035000041')
  const remove = () => app.call(deleteSentSms, { query: { IdList: `${id},${id}` } }, { token: church.admin.token })
  const before = await list({})
  expect((await remove()).body.deleted).toBe(true)
  expect((await remove()).body.deleted).toBe(false)
  expect((await list({})).total).toBe(before.total - 1)
  expect(await app.look(`select kind from unit_transaction where reference = $1`, [id])).toEqual([{ kind: 'hold' }])
})

const cursorOf = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test.each([
  'nonsense',
  cursorOf([]),
  cursorOf({ sentAt: 'x', id: 'y' }),
  cursorOf({ sentAt: '0000-01-01T00:00:00.000Z', id: UNKNOWN }),
  cursorOf({ sentAt: `2026-01-01T00:00:00.${'0'.repeat(200)}Z`, id: UNKNOWN }),
])('the cursor %s of the list is refused', async (cursor) => {
  const { status, body } = await app.call(listCampaigns, { query: { cursor } }, { token: church.admin.token })
  expect([status, body.code]).toEqual([400, 'invalid_cursor'])
})

test.each([cursorOf(Number.MAX_SAFE_INTEGER), cursorOf(-1), cursorOf('1'), cursorOf(1.5)])(
  'the cursor %s of the report is refused',
  async (cursor) => {
    const id = await send('Hello', '08035000051')
    const { status, body } = await app.call(
      listRecipients,
      { params: { id }, query: { cursor } },
      { token: church.admin.token },
    )
    expect([status, body.code]).toEqual([400, 'invalid_cursor'])
  },
)
