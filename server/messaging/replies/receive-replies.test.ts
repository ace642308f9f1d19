import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/replies.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { permitted } from '../../people/index.ts'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { bringReplies, arrivedAt, REPLIER as PHONE } from '../../test-kit/bring-replies.ts'
import type { Church, ChurchPlan } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

let senders = 0
/** A church with a sender ID that no other has, so that replies to it are its own. */
const build = (plan: ChurchPlan = {}) => app.buildChurch({ units: 100, sender: `REPLY${(senders += 1)}`, ...plan })
const as = (who: Church) => ({ token: who.admin.token })
const bring = (...given: Parameters<typeof bringReplies> extends [TestApp, ...infer Rest] ? Rest : never) =>
  bringReplies(app, ...given)
const arrived = (to: string) => arrivedAt(app, to)

const list = async (who: Church, filter: calls.ConversationFilter = 'all', search?: string) =>
  (await app.call(calls.listConversations, { query: { filter, ...(search && { search }) } }, as(who))).body.items
const counts = async (who: Church) => (await app.call(calls.countConversations, {}, as(who))).body
const optOuts = (who: Church) =>
  app.look('select channel, address, source from opt_out where tenant_id = $1 order by channel', [who.tenantId])
test('STOP stops every channel of that church and no other, is confirmed once, and START takes it back', async () => {
  const people = [{ firstName: 'Obi', phone: PHONE, email: 'Obi@home.example' }]
  const [church, other] = [await build({ people }), await build({ people })]
  const before = (await arrived(PHONE)).length
  expect(
    await bring([
      { to: church.sender, text: ' Stop! ' },
      { to: church.sender, text: 'STOP' },
    ]),
  ).toBe(200)
  expect(await optOuts(church)).toEqual([{ channel: 'all', address: PHONE, source: 'reply' }])
  expect(await optOuts(other)).toEqual([])
  const { database } = app.server.context
  const allowed = (who: Church, channel: 'sms' | 'email' | 'push', purpose: 'bulk' | 'notice' | 'personal') =>
    database.withTenant(who.tenantId, async (tx) => {
      const address = { sms: PHONE, email: 'obi@home.example', push: who.personIds[0] ?? '' }[channel]
      return (await permitted(tx, { channel, addresses: [address], purpose, at: new Date() })).length
    })
  const gates = [
    ['sms', 'bulk'],
    ['email', 'bulk'],
    ['push', 'bulk'],
    ['sms', 'personal'],
    ['sms', 'notice'],
  ] as const
  expect(await Promise.all(gates.map(([channel, purpose]) => allowed(church, channel, purpose)))).toEqual([
    0, 0, 0, 0, 1,
  ])
  expect(await Promise.all(gates.map(([channel, purpose]) => allowed(other, channel, purpose)))).toEqual([
    1, 1, 1, 1, 1,
  ])

  await until(async () => (await arrived(PHONE)).length === before + 1)
  expect((await arrived(PHONE))[0]).toMatchObject({
    from: church.sender,
    text: 'You get no more messages from Grace Chapel. Reply START to get them again.',
  })
  const { body: bulk } = await app.call(
    sendSms,
    { body: { subject: church.sender, message: 'Choir', toOthers: PHONE } },
    as(church),
  )
  expect(bulk).toMatchObject({ status: false, code: 'no_recipients' })
  expect(await counts(church)).toMatchObject({ all: 1, open: 0, unread: 0 })

  await bring([{ to: church.sender, text: 'START' }])
  expect(await optOuts(church)).toEqual([])
  // Two machines that answer each other do not go on for ever.
  for (let turn = 0; turn < 3; turn += 1)
    await bring([
      { to: church.sender, text: 'STOP' },
      { to: church.sender, text: 'START' },
    ])
  expect(await app.look('select count(*)::int as told from campaign where tenant_id = $1', [church.tenantId])).toEqual([
    { told: 1 },
  ])
})

test('a stop counts where there is no unit to confirm it, and in the language of its word', async () => {
  const poor = await build({ units: 0 })
  await bring([{ to: poor.sender, text: 'Arrêter' }])
  expect(await optOuts(poor)).toHaveLength(1)
  const church = await build()
  await bring([{ to: church.sender, text: 'ARRÊT', from: '+2348035550177' }])
  await until(async () => (await arrived('+2348035550177')).length === 1)
  expect((await arrived('+2348035550177'))[0]?.text).toMatch(/^Vous ne recevez plus de messages de Grace Chapel\./)
})

test('repeated, reordered and late replies change nothing more', async () => {
  const church = await build()
  const at = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000).toISOString()
  const start = { id: 'two', to: church.sender, text: 'START', at: at(5) }
  const stop = { id: 'one', to: church.sender, text: 'STOP', at: at(9) }
  const word = { id: 'three', to: church.sender, text: 'Thank you', at: at(7) }
  await bring([start, word])
  await Promise.all([bring([stop, start, word]), bring([word, stop]), bring([stop])])
  // START was later than STOP, whichever came first.
  expect(await optOuts(church)).toEqual([])
  expect(await list(church)).toMatchObject([{ lastText: 'START', unread: 1 }])
  expect(await app.look('select count(*)::int as n from sms_reply where tenant_id = $1', [church.tenantId])).toEqual([
    { n: 3 },
  ])
})

test('a reply goes to the church that wrote to the number last; one that is nobody’s is kept for operators', async () => {
  const [first, second] = [await build({ sender: 'SHARED' }), await build({ sender: 'Shared' })]
  const reply = (id: string) => bring([{ id, to: 'shared', text: 'Amen' }])
  const write = async (who: Church) => {
    await app.call(sendSms, { body: { subject: 'SHARED', message: 'Hello', toOthers: PHONE } }, as(who))
    await until(async () => {
      const sent = await app.look('select from campaign_recipient where tenant_id = $1 and not accepted', [
        who.tenantId,
      ])
      return sent.length === 0
    })
    app.clock.advance(1_000)
  }
  await reply('nobody-wrote')
  expect([await list(first), await list(second)]).toEqual([[], []])
  await write(first)
  await reply('first-wrote')
  expect([(await list(first)).length, (await list(second)).length]).toEqual([1, 0])
  await write(second)
  await reply('second-wrote')
  expect([(await list(first)).length, (await list(second)).length]).toEqual([1, 1])
  await bring([
    { id: 'no-sender', to: 'NOBODY', text: 'Hello?' },
    { id: 'no-number', to: first.sender, from: 'MTN', text: 'Buy!' },
  ])
  const kept = await app.look(`select provider_id as id from unclaimed_reply where provider_id !~ 'reply_' order by 1`)
  expect(kept.map(({ id }) => id)).toEqual(['no-number', 'no-sender', 'nobody-wrote'])
})

test('forged and stale calls are refused, and hostile text is kept as text', async () => {
  const church = await build()
  const reply = { to: church.sender, text: 'Hi' }
  expect(await bring([reply], { secret: 'another secret altogether' })).toBe(401)
  expect(await bring([reply], { seconds: -600 })).toBe(401)
  expect(await list(church)).toEqual([])
  const hostile = [
    'x'.repeat(12_000),
    'a\0b\u202ec',
    '\ud800 half \udc00',
    '',
    '<script>alert(1)</script>',
    'ẹ́'.repeat(300),
  ]
  expect(await bring(hostile.map((text) => ({ to: church.sender, text })))).toBe(200)
  const rows = await app.look('select text from sms_reply where tenant_id = $1 order by received_at, at, text', [
    church.tenantId,
  ])
  const texts = rows.map(({ text }) => String(text))
  expect(texts).toHaveLength(hostile.length)
  expect(texts).toContain('abc')
  expect(texts).toContain('<script>alert(1)</script>')
  expect(Math.max(...texts.map(({ length }) => length))).toBe(10_000)
  expect(
    await bring([
      { to: church.sender, text: 'x', at: 'nonsense' },
      { to: church.sender, text: 'y', at: '2999-01-01T00:00:00Z' },
    ]),
  ).toBe(200)
  const late = await app.look('select from sms_reply where tenant_id = $1 and at > now() + interval $$1 day$$', [
    church.tenantId,
  ])
  expect(late).toEqual([])
})

test.each(['default', 'kannel', 'termii', 'africastalking', 'twilio'])(
  'brought by %s, each reply comes in once and a forged one never',
  async (gateway) => {
    const church = await build()
    const text = 'Stop & save 5% — Ọjọ́ 🌸\nplease'
    const brought = async (change: object = {}): Promise<number> => {
      const { status } = await fetch(`${app.sandboxUrl}/_sandbox/sms/replies`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ gateway, from: PHONE, to: church.sender, text, id: `one of ${gateway}`, ...change }),
      })
      return status
    }
    expect(await brought({ forged: true })).toBe(502)
    expect(await list(church)).toEqual([])
    expect([await brought(), await brought()]).toEqual([200, 200])
    const rows = await app.look('select gateway, provider_id, text from sms_reply where tenant_id = $1', [
      church.tenantId,
    ])
    expect(rows).toEqual([{ gateway, provider_id: `one of ${gateway}`, text }])
  },
)

test('Termii may have either address: what it tells of is taken in at both', async () => {
  const church = await build()
  const { smsSecrets: secrets } = sandboxSecrets
  const bringTo = async (address: string, event: object): Promise<unknown> => {
    const body = JSON.stringify(event)
    const mac = createHmac('sha512', secrets.TERMII_SECRET_KEY).update(body).digest('hex')
    const url = `${app.url}/api/webhooks/sms/${address}?key=${secrets.TERMII_CALLBACK_KEY}`
    const headers = { 'content-type': 'application/json', 'x-termii-signature': mac }
    return (await fetch(url, { method: 'POST', headers, body })).json()
  }
  const reply = { type: 'inbound', message_id: 'a', sender: PHONE, receiver: church.sender, message: 'Amen' }
  const report = { type: 'outbound', message_id: 'of nobody', status: 'DELIVERED' }
  for (const address of ['termii', 'termii/replies'])
    for (const event of [reply, report]) expect(await bringTo(address, event)).toEqual({ received: 1 })
  expect(await bringTo('termii', { type: 'other' })).toEqual({ received: 0 })
  expect(await list(church)).toMatchObject([{ lastText: 'Amen', unread: 1 }])
})
