import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import { listMovements } from '#contract/billing/statement.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import { saveOptOutLink } from '#contract/messaging/opt-out-link.ts'
import { testSms } from '#contract/messaging/sms.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

const MEMBER = '+2348031234567'
const OWN = '+2348037654321'
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ keepHours: true })
  // It is night in Lagos, and nothing in bulk would leave.
  const day = addDays(dayIn('Africa/Lagos', app.clock.now()), 1)
  app.clock.advance(Date.parse(`${day}T23:00:00+01:00`) - app.clock.now().getTime())
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 30, people: [{ firstName: 'Ọlá', phone: MEMBER }] })
  await app.look(
    `update person p set phone = $2 from account a where a.person_id = p.id and a.tenant_id = $1 and p.tenant_id = $1`,
    [church.tenantId, OWN],
  )
})

const ask = (phone: string, { senderId = church.sender, optOutLink = false } = {}) =>
  app.call(
    testSms,
    { body: { senderId, message: 'Dear #name#, welcome', phone, optOutLink } },
    { token: church.admin.token },
  )

const arrived = async (phone: string): Promise<string[]> => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=1000`)
  const { items } = (await reply.json()) as { items: { to: string; text: string }[] }
  return items.filter(({ to }) => to === phone).map(({ text }) => text)
}

test('arrives at any hour as its reader will see it, is on the statement and in the log and on no list', async () => {
  const { status, body } = await ask('0803 123 4567')
  expect([status, body.units]).toEqual([200, 1])
  await until(async () => (await arrived(MEMBER)).includes('Dear Ọlá, welcome'))
  const unfinished = 'select from campaign where tenant_id = $1 and finished_at is null'
  await until(async () => (await app.look(unfinished, [church.tenantId])).length === 0)
  const { token } = church.admin
  expect((await app.call(listCampaigns, { query: {} }, { token })).body.items).toEqual([])
  const { body: statement } = await app.call(listMovements, { query: {} }, { token })
  expect(statement.items.map(({ kind, change }) => [kind, change])).toEqual([
    ['post', 0],
    ['hold', -1],
    ['grant', 30],
  ])
  const { body: log } = await app.call(listAudit, { query: { topic: 'messages' } }, { token })
  expect(log.items.map(({ act, details }) => [act, details])).toEqual([['message.tested', { units: 1 }]])
  // Its text is nobody's to keep.
  expect(await app.look('select message, purpose from campaign where tenant_id = $1', [church.tenantId])).toEqual([
    { message: '', purpose: 'test' },
  ])
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('ends in the opt-out line when the message will, and its link works', async () => {
  expect((await ask(OWN, { optOutLink: true })).body.units).toBe(1)
  const line = /^Dear \S+, welcome\nStop: [^\s/]+\/o\/[0-9A-Za-z]{14}$/
  await until(async () => (await arrived(OWN)).some((text) => line.test(text)))
  const link = (await arrived(OWN)).find((text) => line.test(text))?.split('/o/')[1] ?? ''
  const page = await fetch(`${app.url}/o/${link}`)
  expect([page.status, (await page.text()).includes('<form')]).toEqual([200, true])
  // Without a wish it is as the church has set it.
  const { token } = church.admin
  const asSet = async (message: string, isOn: boolean) => {
    await app.call(saveOptOutLink, { body: { isOn } }, { token })
    await app.call(testSms, { body: { senderId: church.sender, message, phone: OWN } }, { token })
    return until(async () => (await arrived(OWN)).find((text) => text.startsWith(message)))
  }
  expect(await asSet('With it', true)).toMatch(/^With it\nStop: /)
  expect(await asSet('Without it', false)).toBe('Without it')
})

test('goes to the own number whatever it refused, to others of the church unless they did, to strangers never', async () => {
  await app.look(`insert into opt_out values ($1, 'sms', $2, 'link'), ($1, 'sms', $3, 'link')`, [
    church.tenantId,
    OWN,
    MEMBER,
  ])
  const other = await app.buildChurch({ people: [{ phone: '+2348039999990' }] })
  expect(other.personIds).toHaveLength(1)
  expect((await ask(OWN)).status).toBe(200)
  for (const phone of [MEMBER, '+2348039999990', '+2348031111111', 'no number']) {
    const { status, body } = await ask(phone)
    expect([phone, status, Object.keys(body.fields ?? {})]).toEqual([phone, 400, ['phone']])
  }
})

test('costs units, needs an approved sender ID, and there are ten an hour by one account', async () => {
  expect((await ask(OWN, { senderId: 'NOTMINE' })).body.code).toBe('sender_not_approved')
  const replies = []
  for (let nth = 0; nth < 11; nth++) replies.push((await ask(OWN)).status)
  expect(replies).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  // Another church's are its own.
  church = await app.buildChurch({ units: 0, people: [{ phone: MEMBER }] })
  expect((await ask(MEMBER)).body.code).toBe('not_enough_units')
})
