import { listAudit } from '#contract/identity/audit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { quoteSms, sendSms } from '#contract/messaging/sms.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import type { Church } from '#server/test-kit/build-church.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const numbers = (count: number): string =>
  Array.from({ length: count }, (_, index) => `0803${String(1_000_000 + index)}`).join(',')

const send = (church: Church, body: object, headers: Record<string, string> = {}) =>
  app.call(
    sendSms,
    { body: { subject: church.sender, message: 'Welcome home', ...body } },
    { token: church.admin.token, headers },
  )

const available = async (church: Church): Promise<number> =>
  (await app.call(getCurrentSignedInUser, {}, { token: church.admin.token })).body.smsBalance

const balances = (church: Church) =>
  app.look('select account, balance::int from unit_account where tenant_id = $1 and balance <> 0 order by account', [
    church.tenantId,
  ])

test('takes exactly the units of the quote', async () => {
  const church = await app.buildChurch({ units: 100, people: [{ firstName: 'Ọlá', phone: '+2348031234567' }] })
  const message = 'Dear #name#, welcome home'
  const quote = await app.call(
    quoteSms,
    { body: { destination: { allContacts: true, phoneNumbers: '08031230000, 12' }, message } },
    { token: church.admin.token },
  )
  expect(quote.body).toMatchObject({
    recipients: 2,
    invalid: 1,
    withoutNumber: 1,
    units: 2,
    balance: 100,
    balanceAfter: 98,
  })
  const reply = await send(church, {
    message,
    groupedContacts: ['membership_00000000-0000-0000-0000-000000000000'],
    toOthers: '0803 123 0000, 12',
    quotedUnits: quote.body.units,
  })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ status: true, unitsUsed: 2 })
  expect(await available(church)).toBe(98)
  const log = await app.call(listAudit, { query: { topic: 'messages' } }, { token: church.admin.token })
  expect(log.body.items.map(({ act, details }) => [act, details])).toEqual([
    ['message.sent', { recipients: 2, units: 2 }],
  ])
})

test('counts pages after the name is in its place', async () => {
  const church = await app.buildChurch({
    units: 100,
    people: [
      { firstName: 'Jo', phone: '+2348031000001' },
      { firstName: 'Ifẹ́olúwa', phone: '+2348031000002' },
    ],
  })
  const message = `#name# ${'a'.repeat(157)}`
  const reply = await send(church, { message, toOthers: '', ToContacts: church.personIds.join(',') })
  // "Jo " + 157 = 160 letters: one page. With ẹ́ the other is Unicode: three pages of 67.
  expect(reply.body.unitsUsed).toBe(1 + 3)
  expect(
    await app.look('select segments from campaign_recipient where tenant_id = $1 order by position', [church.tenantId]),
  ).toEqual([{ segments: 1 }, { segments: 3 }])
})

test('sends to a number once, however often it is meant, and never to who refused', async () => {
  const twice = { phone: '+2348031234567' }
  const church = await app.buildChurch({
    units: 100,
    people: [{ firstName: 'Ada', ...twice }, { firstName: 'Uche', ...twice }, { phone: '+2348039999990' }],
  })
  await app.look(`insert into opt_out values ($1, 'sms', '+2348039999990', 'desk')`, [church.tenantId])
  const reply = await send(church, {
    groupedContacts: ['membership_00000000-0000-0000-0000-000000000000'],
    toOthers: '08031234567\n+2348031234567',
  })
  expect(reply.body.unitsUsed).toBe(1)
  expect(
    await app.look('select address as phone, first_name from campaign_recipient where tenant_id = $1', [
      church.tenantId,
    ]),
  ).toEqual([{ phone: '+2348031234567', first_name: 'Ada' }])
})

test('of 40 sends at once with units for one, one goes', async () => {
  const church = await app.buildChurch({ units: 10 })
  const replies = await Promise.all(Array.from({ length: 40 }, () => send(church, { toOthers: numbers(10) })))
  expect(replies.filter(({ body }) => body.status)).toHaveLength(1)
  expect(replies.filter(({ body }) => body.code === 'not_enough_units')).toHaveLength(39)
  expect(await balances(church)).toEqual([
    { account: 'held', balance: 10 },
    { account: 'issued', balance: -10 },
  ])
  expect(
    await app.look('select count(*)::int as campaigns from campaign where tenant_id = $1', [church.tenantId]),
  ).toEqual([{ campaigns: 1 }])
})

test('the same press is one send, and the same key for another text is refused', async () => {
  const church = await app.buildChurch({ units: 100 })
  const press = { 'idempotency-key': 'press-1' }
  const replies = await Promise.all(Array.from({ length: 8 }, () => send(church, { toOthers: numbers(3) }, press)))
  const [first] = replies
  for (const reply of replies) expect(reply.body).toEqual(first?.body)
  expect(await available(church)).toBe(97)
  const other = await send(church, { toOthers: numbers(4) }, press)
  expect(other.status).toBe(409)
  expect(other.body.code).toBe('idempotency_key_reused')
})

test('refuses readably without a sender, a destination or an agreed price, and keeps the units', async () => {
  const church = await app.buildChurch({ units: 5 })
  const codes = [
    await send(church, { subject: 'NOTMINE', toOthers: numbers(1) }),
    await send(church, {}),
    await send(church, { toOthers: 'no numbers here' }),
    await send(church, { toOthers: numbers(2), quotedUnits: 1 }),
    await send(church, { toOthers: numbers(6) }),
  ].map(({ status, body }) => [status, body.status, body.code])
  expect(codes).toEqual([
    [200, false, 'sender_not_approved'],
    [200, false, 'no_recipients'],
    [200, false, 'no_recipients'],
    [200, false, 'quote_changed'],
    [200, false, 'not_enough_units'],
  ])
  expect(await available(church)).toBe(5)
  expect(await app.look('select 1 from campaign where tenant_id = $1', [church.tenantId])).toEqual([])
})

test('refuses more numbers or name marks than make sense, before anything waits for them', async () => {
  const church = await app.buildChurch({ units: 5 })
  expect((await send(church, { toOthers: '1,'.repeat(100_001) })).body).toMatchObject({ code: 'invalid_input' })
  expect((await send(church, { message: '#name#'.repeat(11), toOthers: numbers(1) })).status).toBe(400)
  expect((await send(church, { message: '#name# '.repeat(10), toOthers: numbers(1) })).body.status).toBe(true)
})

test('long lists wait for each other, short ones for nobody, and too many are refused', async () => {
  const church = await app.buildChurch()
  const quote = (count: number) =>
    app.call(
      quoteSms,
      { body: { destination: { phoneNumbers: numbers(count) }, message: 'Welcome' } },
      { token: church.admin.token },
    )
  const long = Promise.all(Array.from({ length: 30 }, () => quote(10_000)))
  expect((await quote(10)).status).toBe(200)
  const replies = await long
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(9)
  for (const { body, headers } of refused)
    expect([body.code, headers.get('retry-after')]).toEqual(['too_many_tries', '10'])
}, 60_000)

test('does not reach persons, groups or files of another church', async () => {
  const other = await app.buildChurch({ people: [{ phone: '+2348030000001' }] })
  const church = await app.buildChurch({ units: 5 })
  const reply = await send(church, {
    ToContacts: other.personIds.join(','),
    groupedContacts: [`group_${other.personIds[0]}`],
  })
  expect(reply.body.code).toBe('no_recipients')
})

test('100,000 recipients by name, some names dearer than others, are accepted with one hold that is the quote to the unit', async () => {
  const church = await app.buildChurch({ units: 150_000 })
  const { token } = church.admin
  const rows = numbers(100_000)
    .split(',')
    .map((phone, index) => `${index % 3 === 0 ? 'Ọlá' : 'Ada'},${phone}`)
  const file = new File([`Name,Phone\n${rows.join('\n')}`], 'contacts.csv')
  const uploaded = await app.call(uploadContactFile, { file }, { token })
  const contactFileId = uploaded.body.id
  const message = 'Dear #name#, the harvest service begins at nine on Sunday. Grace Chapel, Ikeja'
  const quote = await app.call(quoteSms, { body: { destination: { contactFileId }, message } }, { token })
  // One name in three is beyond the plain alphabet, and its text takes two pages.
  expect(quote.body).toMatchObject({ recipients: 100_000, units: 133_334 })
  expect(quote.body.lines).toEqual([
    { people: 66_666, pages: 1 },
    { people: 33_334, pages: 2 },
  ])
  const reply = await send(church, { message, contactFileId, quotedUnits: 133_334 })
  expect(reply.body).toMatchObject({ status: true, unitsUsed: 133_334 })
  expect(await balances(church)).toEqual([
    { account: 'available', balance: 16_666 },
    { account: 'held', balance: 133_334 },
    { account: 'issued', balance: -150_000 },
  ])
  expect(
    await app.look(
      'select count(*)::int as rows, sum(segments)::int as pages from campaign_recipient where tenant_id = $1',
      [church.tenantId],
    ),
  ).toEqual([{ rows: 100_000, pages: 133_334 }])
}, 60_000)
