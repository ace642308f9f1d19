import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { quoteSms, sendSms } from '#contract/messaging/sms.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 200_000 })
})

const numbers = (count: number): string => Array.from({ length: count }, (_, at) => `0803${1_000_000 + at}`).join(',')
const send = (body: object) =>
  app.call(sendSms, { body: { subject: church.sender, message: 'Welcome', ...body } }, { token: church.admin.token })
const routeOf = async (id: string | undefined) =>
  (await app.look('select route_id from campaign where id = $1', [id]))[0]?.['route_id']

test.each([
  ['hybridKonnect', 'regular'],
  [0, 'regular'],
  ['hostedsms', 'alternative'],
  ['1', 'alternative'],
  ['somebody else', 'regular'],
  [null, 'regular'],
])('existing clients wish for %s and get the route %s', async (gateWayToUse, route) => {
  const { body } = await send({ toOthers: numbers(1), gateWayToUse })
  expect(await routeOf(body.sentMessageDTO?.id)).toBe(route)
})

test('a church of another country gets the route of its own, whatever it wishes for', async () => {
  church = await app.buildChurch({ units: 5, isoCode: 'US' })
  const { body } = await send({ toOthers: '+12025550123', routeId: 'alternative' })
  expect(await routeOf(body.sentMessageDTO?.id)).toBe('direct')
})

test.each([1, 2, 59, 60])('by a dearer route %i messages cost what was quoted, rounded up once', async (count) => {
  const asked = { destination: { phoneNumbers: numbers(count) }, message: 'Welcome', routeId: 'alternative' }
  const quote = await app.call(quoteSms, { body: asked }, { token: church.admin.token })
  const units = Math.ceil((count * 75) / 59)
  expect(quote.body).toMatchObject({ routeId: 'alternative', units })
  const { body } = await send({ toOthers: numbers(count), routeId: 'alternative', quotedUnits: units })
  expect(body).toMatchObject({ status: true, unitsUsed: units })
})

test.each(['GR', 'TWELVELETTER', 'GRACE🌸'])('the sender ID %s is nobody’s', async (subject) => {
  expect((await send({ subject, toOthers: numbers(1) })).body).toMatchObject({
    status: false,
    code: 'sender_not_approved',
  })
})

test('a message too long, to too many or to nobody is refused in words, and takes no units', async () => {
  const long = await send({ message: 'a'.repeat(10_000), toOthers: numbers(1) })
  expect([long.status, Object.values(long.body.fields ?? {})]).toEqual([400, ['Write at most 1,600 characters']])
  const none = await send({ groupedContacts: ['membership_00000000-0000-0000-0000-000000000000'] })
  expect(none.body).toMatchObject({ status: false, code: 'no_recipients', message: 'Please select destination' })
  church = await app.buildChurch({ units: 200_000, people: [{ phone: '+2348020000000' }] })
  const everybody = { groupedContacts: ['membership_00000000-0000-0000-0000-000000000000'], toOthers: numbers(100_000) }
  expect((await send(everybody)).body).toMatchObject({ status: false, code: 'too_many_recipients' })
  const destination = { allContacts: true, phoneNumbers: numbers(100_000) }
  const quote = await app.call(quoteSms, { body: { destination, message: 'Hi' } }, { token: church.admin.token })
  expect([quote.status, quote.body.code]).toEqual([422, 'too_many_recipients'])
  expect(await app.look('select from campaign where tenant_id = $1', [church.tenantId])).toEqual([])
}, 60_000)
