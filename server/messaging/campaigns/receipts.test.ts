import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listRecipients, readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

// Sent for real, by each protocol, to numbers that end as the sandbox lets them: what the report says then.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({ units: 200 })
})
afterEach(() => fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' }))
afterAll(() => app.stop())

const secrets = sandboxSecrets.smsSecrets
const NUMBERS = [
  '00000001',
  '00000098',
  '00000099',
  '55555502',
  '55555503',
  '55555504',
  '55555505',
  '55555506',
  '55555507',
  '55555508',
]

/** Sends through a gateway and waits until nothing is awaited any more but what never comes. */
async function sent(gateway: string, endings: string[], waiting = 0): Promise<string> {
  await app.look('update sms_route set gateway = $1, fallback_gateway = null', [gateway])
  const toOthers = endings.map((ending) => `080${ending}`).join(',')
  const body = { subject: church.sender, message: 'Hello #name#', toOthers }
  const id = (await app.call(sendSms, { body }, { token: church.admin.token })).body.sentMessageDTO?.id ?? ''
  await expect
    .poll(
      async () => {
        const { counts } = (await app.call(readCampaign, { params: { id } }, { token: church.admin.token })).body
        return [counts.queued, counts.sent]
      },
      { timeout: 15_000 },
    )
    .toEqual([0, waiting])
  return id
}

async function report(id: string): Promise<Record<string, [string, string | null, string | null]>> {
  const { body } = await app.call(listRecipients, { params: { id }, query: {} }, { token: church.admin.token })
  return Object.fromEntries(
    body.items.map(({ phone, state, reason, code }) => [phone.slice(-8), [state, reason, code]]),
  )
}

async function fault(mode: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ target: 'sms', mode, times: 100, waitMs: 10 })
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'POST', headers, body })
}

const failed = (reason: string, code: string) => ['failed', reason, code]

const TOLD: Record<string, Record<string, string[]>> = {
  default: { '00000098': failed('invalid_number', 'invalid_number'), '55555503': failed('inbox_full', 'inbox_full') },
  kannel: {
    '00000098': failed('refused', 'Not routable. Do not try again.'),
    '00000099': failed('phone_off', 'UNDELIV 027'),
    '55555502': failed('no_such_number', 'UNDELIV 001'),
    '55555503': failed('inbox_full', 'UNDELIV 032'),
    '55555504': failed('refused', 'REJECTD 000'),
    '55555505': failed('blocked_by_network', 'UNDELIV 013'),
    '55555506': failed('sender_refused', '0x0000000a'),
    '55555507': failed('network_fault', 'UNDELIV 034'),
    '55555508': failed('expired', 'EXPIRED 000'),
  },
  twilio: {
    '00000098': failed('invalid_number', '21211'),
    '00000099': failed('phone_off', '30003'),
    '55555503': failed('unknown', '30008'),
    '55555504': failed('blocked_by_person', '21610'),
    '55555508': failed('expired', '30036'),
  },
  africastalking: {
    '00000098': failed('invalid_number', 'InvalidPhoneNumber'),
    '00000099': failed('phone_off', 'AbsentSubscriber'),
    '55555504': failed('blocked_by_person', 'UserInBlackList'),
  },
  termii: {
    '00000098': failed('invalid_number', 'Invalid phone number'),
    '00000099': failed('unknown', 'Message Failed'),
    '55555505': failed('blocked_by_network', 'DND Active on Phone Number'),
  },
}

test.each(Object.entries(TOLD))('%s: why in plain reasons, with its own code behind', async (gateway, told) => {
  const all = await report(await sent(gateway, NUMBERS))
  expect(all).toMatchObject({ '00000001': ['delivered', null, null], ...told })
  expect(Object.values(all).filter(([state]) => state === 'failed')).toHaveLength(NUMBERS.length - 1)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

describe.each(['kannel', 'termii', 'africastalking', 'twilio'])('%s', (gateway) => {
  test.each(['webhook-forged', 'webhook-twice', 'webhook-reordered'])(
    'with receipts as %s makes of them',
    async (mode) => {
      await fault(mode)
      const told = await report(await sent(gateway, ['00000011', '55555508']))
      expect(told['00000011']?.[0]).toBe('delivered')
      expect(told['55555508']?.[0]).toBe('failed')
      expect(faultsOf(await audit(app.look))).toEqual([])
    },
  )

  test('where no receipt comes it is handed over, no more', async () => {
    const told = await report(await sent(gateway, ['55555509'], 1))
    expect(told['55555509']).toEqual(['sent', null, null])
  })
})

describe('a webhook', () => {
  const call = (path: string, init: RequestInit = {}) => fetch(`${app.url}/api/webhooks/sms/${path}`, init)
  const form = (fields: Record<string, string>, headers = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

  test('without its key or signature is refused, and one of no gateway not found', async () => {
    const id = await sent('kannel', ['55555509'], 1)
    const kannel = `kannel?reference=${id}.1&type=1&answer=`
    for (const path of [
      kannel,
      `${kannel}&key=`,
      `${kannel}&key=another-key`,
      `${kannel}&key=${secrets.TERMII_CALLBACK_KEY}`,
    ])
      expect((await call(path)).status).toBe(401)
    expect((await call('africastalking?key=no', form({ id: 'a', status: 'Success' }))).status).toBe(401)
    expect((await call(`termii?key=${secrets.TERMII_CALLBACK_KEY}`, { method: 'POST' })).status).toBe(401)
    expect((await call(`twilio?reference=${id}.1`, form({ MessageStatus: 'delivered' }))).status).toBe(401)
    expect((await call('default')).status).toBe(401)
    expect((await call('none?key=a')).status).toBe(404)
    expect((await report(id))['55555509']?.[0]).toBe('sent')
    const genuine = await call(`${kannel}&key=${secrets.KANNEL_CALLBACK_KEY}`)
    expect([genuine.status, await genuine.json()]).toEqual([200, { received: 1 }])
    expect((await report(id))['55555509']?.[0]).toBe('delivered')
  })

  test('that cannot be read says so, and a form goes nowhere but to a webhook', async () => {
    expect((await call(`kannel?key=${secrets.KANNEL_CALLBACK_KEY}`)).status).toBe(400)
    const key = secrets.AFRICASTALKING_CALLBACK_KEY
    expect((await call(`africastalking?key=${key}`, form({ id: '' }))).status).toBe(400)
    const elsewhere = await fetch(`${app.url}/login`, form({ userName: 'a', password: 'b' }))
    expect(elsewhere.status).toBe(415)
  })

  test('in the signature of another address changes nothing', async () => {
    const id = await sent('twilio', ['55555509'], 1)
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' }
    const signedFor = (address: string) =>
      createHmac('sha1', secrets.TWILIO_AUTH_TOKEN)
        .update(`${address}MessageSidSM1MessageStatusdelivered`)
        .digest('base64')
    const post = (reference: string, address: string) =>
      call(`twilio?reference=${reference}`, form(fields, { 'x-twilio-signature': signedFor(address) }))
    const own = `${app.url}/api/webhooks/sms/twilio?reference=`
    expect((await post(`${id}.1`, `${own}another.1`)).status).toBe(401)
    expect((await report(id))['55555509']?.[0]).toBe('sent')
    expect((await post(`${id}.1`, `${own}${id}.1`)).status).toBe(200)
    expect((await report(id))['55555509']?.[0]).toBe('delivered')
  })

  test('about an id that is not written down yet is kept until it is', async () => {
    const id = await sent('africastalking', ['55555509'], 1)
    const [row] = await app.look('select gateway_id from campaign_recipient where campaign_id = $1', [id])
    const gatewayId = String(row?.['gateway_id'])
    await app.look(`update campaign_recipient set gateway_id = 'later' where campaign_id = $1`, [id])
    const path = `africastalking?key=${secrets.AFRICASTALKING_CALLBACK_KEY}`
    expect((await call(path, form({ id: gatewayId, status: 'Success' }))).status).toBe(200)
    expect((await report(id))['55555509']?.[0]).toBe('sent')
    await app.look('update campaign_recipient set gateway_id = $2 where campaign_id = $1', [id, gatewayId])
    await expect.poll(async () => (await report(id))['55555509']?.[0], { timeout: 15_000 }).toBe('delivered')
  })
})
