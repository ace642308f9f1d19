import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDefaultMessages, saveDefaultMessage, saveDefaultText } from '#contract/messaging/default-messages.ts'
import { getDefaultMessage, postSmsDraft } from '#contract/messaging/drafts.ts'
import { grantUnits } from '../../billing/index.ts'
import { optOut, addPersons, type NewPerson } from '../../people/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { readKeptEmail } from '#contract/messaging/kept-emails.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sendDefaultMessages } from './send-default.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const as = ({ admin: { token } }: Church) => ({ token })
const TEXT = 'Happy birthday, #name#!'

/** Moves the clock to a local time of Lagos, which is an hour ahead all the year. */
const at = (local: string): void => app.clock.advance(Date.parse(`${local}:00+01:00`) - app.clock.now().getTime())

const look = () => sendDefaultMessages(app.server.context)
const writeText = (
  church: Church,
  kind: 'birthday' | 'anniversary' | 'welcome' | 'receipt',
  message = TEXT,
  version = 0,
) => app.call(saveDefaultText, { params: { kind, language: 'en' }, body: { message, version } }, as(church))
const turn = (church: Church, kind: 'birthday' | 'anniversary' | 'welcome', more: object = {}) => {
  const body = { isOn: true, channel: 'sms' as const, language: 'en', senderId: church.sender, hour: 9, ...more }
  return app.call(saveDefaultMessage, { params: { kind }, body }, as(church))
}
const sentTo = async ({ tenantId }: Church) =>
  (
    await app.look(
      `select r.address from campaign c join campaign_recipient r on r.tenant_id = c.tenant_id and r.campaign_id = c.id
       where c.tenant_id = $1 order by r.address`,
      [tenantId],
    )
  ).map(({ address }) => String(address).slice(-4))

let numbers = 0
const phone = () => `+23480399${String(++numbers).padStart(5, '0')}`
type Born = Partial<NewPerson>
const SOMEBODY = { firstName: 'Ada', lastName: '', email: null, kind: 'member', joinedOn: '2020-07-15' }
async function add({ tenantId }: Church, people: Born[]): Promise<string[]> {
  const whole = people.map((one) => ({ ...SOMEBODY, phone: phone(), ...one }) as NewPerson)
  return app.server.context.database.withTenant(tenantId, (tx) => addPersons(tx, tenantId, whole, app.clock.now()))
}

async function churchWith(kind: 'birthday' | 'anniversary' | 'welcome', units = 50): Promise<Church> {
  const church = await app.buildChurch({ units })
  await writeText(church, kind)
  expect((await turn(church, kind)).status).toBe(200)
  return church
}

const born = (month: number, day: number, year?: number): Born => ({
  birthMonth: month,
  birthDay: day,
  ...(year ? { birthYear: year } : {}),
})

describe('birthdays', () => {
  test('go from the hour on, once, whoever looks how often; and again in the next year', async () => {
    at('2026-12-01T08:50')
    const church = await churchWith('birthday')
    await add(church, [
      { ...born(12, 1, 1990), phone: '+2348039911111' },
      { ...born(12, 2), phone: '+2348039922222' },
    ])
    await look()
    expect(await sentTo(church)).toEqual([])
    at('2026-12-01T09:00')
    await Promise.all([look(), look(), look()])
    await look()
    expect(await sentTo(church)).toEqual(['1111'])
    at('2027-12-01T10:00')
    await look()
    expect(await sentTo(church)).toEqual(['1111', '1111'])
  })

  test('reach whoever was entered late on the day; not those of yesterday, nor at night', async () => {
    at('2027-12-05T10:00')
    const church = await churchWith('birthday')
    await add(church, [born(12, 4), { ...born(12, 5), phone: '+2348039933333' }])
    await look()
    await add(church, [{ ...born(12, 5), phone: '+2348039944444' }])
    await look()
    expect(await sentTo(church)).toEqual(['3333', '4444'])
    await add(church, [born(12, 5)])
    at('2027-12-05T18:30')
    await look()
    expect(await sentTo(church)).toHaveLength(2)
  })

  test('of 29 February are kept on the 28th in other years, once', async () => {
    at('2029-02-28T09:30')
    const church = await churchWith('birthday')
    await add(church, [{ ...born(2, 29, 2000), phone: '+2348039955555' }])
    await look()
    at('2029-03-01T09:30')
    await look()
    expect(await sentTo(church)).toEqual(['5555'])
    at('2032-02-28T09:30')
    await look()
    at('2032-02-29T09:30')
    await look()
    expect(await sentTo(church)).toEqual(['5555', '5555'])
  })

  test('are congratulated once a year, also where the day was corrected', async () => {
    at('2033-05-01T10:00')
    const church = await churchWith('birthday')
    const [id] = await add(church, [born(5, 1)])
    await look()
    await app.look('update person set birth_day = 2 where id = $1', [id])
    at('2033-05-02T10:00')
    await look()
    expect(await sentTo(church)).toHaveLength(1)
  })

  test('of people who opted out, were archived or have no phone are kept in silence', async () => {
    at('2033-06-01T10:00')
    const church = await churchWith('birthday')
    const [, archived] = await add(church, [
      { ...born(6, 1), phone: '+2348039966666' },
      born(6, 1),
      { ...born(6, 1), phone: null },
    ])
    await app.look('update person set archived_at = now() where id = $1', [archived])
    const stop = { channel: 'sms', address: '+2348039966666', source: 'reply', at: app.clock.now() } as const
    await app.server.context.database.withTenant(church.tenantId, (tx) => optOut(tx, church.tenantId, stop))
    await look()
    expect(await sentTo(church)).toEqual([])
    const { body } = await app.call(listDefaultMessages, {}, as(church))
    expect(body.find(({ kind }) => kind === 'birthday')?.problem).toBeNull()
  })

  test('without units they wait, say why, and go when there are some', async () => {
    at('2033-07-01T10:00')
    const church = await churchWith('birthday', 0)
    await add(church, [born(7, 1)])
    await look()
    const told = async () => (await app.call(listDefaultMessages, {}, as(church))).body[0]
    expect(await told()).toMatchObject({ kind: 'birthday', problem: { reason: 'not_enough_units' }, sent: 0 })
    await app.server.context.database.withTenant(church.tenantId, (tx) =>
      grantUnits(tx, church.tenantId, { units: 5, reference: 'gift', at: app.clock.now() }),
    )
    await look()
    expect(await told()).toMatchObject({ problem: null, sent: 1 })
  })
})

test('an anniversary comes a year after the day of joining; a welcome on the first day, not for lists', async () => {
  at('2034-03-10T10:00')
  const church = await churchWith('anniversary')
  await writeText(church, 'welcome', 'Welcome, #name#!')
  await turn(church, 'welcome')
  await add(church, [
    { joinedOn: '2030-03-10', phone: '+2348039977777' },
    { joinedOn: '2034-03-10', phone: '+2348039988888' },
    { joinedOn: '2034-03-10', kind: 'first_timer', phone: '+2348039999999' },
    { joinedOn: '2034-03-09', kind: 'first_timer', phone: '+2348039900000' },
  ])
  await look()
  await look()
  expect(await sentTo(church)).toEqual(['7777', '9999'])
})

describe('by email', () => {
  test('it goes once, in paragraphs with the name, under its subject, to whoever has an address', async () => {
    at('2034-05-01T10:00')
    const church = await app.buildChurch({})
    const text = { message: 'Dear #name#,\n\nmany <happy> returns!', subject: 'Happy birthday, #name#', version: 0 }
    const params = { kind: 'birthday', language: 'en' } as const
    expect((await app.call(saveDefaultText, { params, body: text }, as(church))).body.texts).toMatchObject([
      { subject: 'Happy birthday, #name#' },
    ])
    expect((await turn(church, 'birthday', { channel: 'email', senderId: '' })).status).toBe(200)
    await add(church, [{ ...born(5, 1), email: 'Ada@one.example' }, born(5, 1)])
    await Promise.all([look(), look()])
    await look()
    const sent = await app.look(
      `select c.channel, c.message, r.address, m.html from campaign c
       join campaign_recipient r on r.tenant_id = c.tenant_id and r.campaign_id = c.id
       join email_message m on m.tenant_id = c.tenant_id and m.campaign_id = c.id where c.tenant_id = $1`,
      [church.tenantId],
    )
    expect(sent).toMatchObject([{ channel: 'email', message: 'Happy birthday, #name#', address: 'ada@one.example' }])
    expect(sent[0]?.['html']).toMatch(/<p[^>]*>Dear #name#,<\/p><p[^>]*>many &lt;happy&gt; returns!<\/p>/)
  })

  test('without a subject it bears the church’s name; who unsubscribed gets none', async () => {
    at('2034-06-01T10:00')
    const church = await app.buildChurch({})
    await writeText(church, 'birthday')
    await turn(church, 'birthday', { channel: 'email', senderId: '' })
    await add(church, [
      { ...born(6, 1), email: 'ada@one.example' },
      { ...born(6, 1), email: 'no@one.example' },
    ])
    const stop = { channel: 'email', address: 'no@one.example', source: 'link', at: app.clock.now() } as const
    await app.server.context.database.withTenant(church.tenantId, (tx) => optOut(tx, church.tenantId, stop))
    await look()
    const [sent] = await app.look(
      'select c.message, c.recipients, h.name from campaign c join church h using (tenant_id) where tenant_id = $1',
      [church.tenantId],
    )
    expect(sent).toMatchObject({ message: sent?.['name'], recipients: 1 })
  })
})

describe('texts', () => {
  test('are templates: existing clients read them, and their birthday message is the church’s', async () => {
    const church = await app.buildChurch()
    const { body } = await writeText(church, 'receipt', 'Thank you, #name#.')
    const id = body.texts[0]?.id ?? ''
    const read = await app.call(getDefaultMessage, { params: { id } }, as(church))
    expect(read.body.returnObject.message).toBe('Thank you, #name#.')
    await app.call(postSmsDraft, { body: { body: 'Many happy returns', isDefaultBirthDayMessage: true } }, as(church))
    const list = async () => (await app.call(listDefaultMessages, {}, as(church))).body
    expect((await list())[0]).toMatchObject({
      kind: 'birthday',
      texts: [{ language: 'en', message: 'Many happy returns' }],
    })
    const stranger = await app.buildChurch()
    expect((await app.call(getDefaultMessage, { params: { id } }, as(stranger))).status).toBe(404)
  })

  test('the one for receipts is edited per language and begins an email as well as an SMS', async () => {
    const church = await app.buildChurch()
    await writeText(church, 'receipt', 'Thank you, #name#.')
    const french = { message: 'Cher #name#,\n\nmerci <de tout cœur> !', subject: 'Votre don', version: 0 }
    const params = { kind: 'receipt', language: 'fr' } as const
    const { body } = await app.call(saveDefaultText, { params, body: french }, as(church))
    expect(body).toMatchObject({ setting: null, texts: [{ language: 'en' }, { language: 'fr', subject: 'Votre don' }] })
    const id = body.texts[1]?.id ?? ''
    expect((await app.call(readKeptEmail, { params: { id } }, as(church))).body).toMatchObject({
      state: 'template',
      content: {
        subject: 'Votre don',
        language: 'fr',
        blocks: [{ type: 'text', html: '<p>Cher #name#,</p><p>merci &lt;de tout cœur&gt; !</p>' }],
      },
    })
    expect((await app.call(readKeptEmail, { params: { id } }, as(await app.buildChurch()))).status).toBe(404)
  })

  test('of two who write at once the second is told', async () => {
    const church = await app.buildChurch()
    const replies = await Promise.all([writeText(church, 'birthday', 'One'), writeText(church, 'birthday', 'Two')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await writeText(church, 'birthday', 'Three', 1)).body.texts).toMatchObject([
      { message: 'Three', version: 2 },
    ])
  })

  test('nothing is switched on without its text, or with a sender ID that is not approved', async () => {
    const church = await app.buildChurch()
    expect((await turn(church, 'birthday')).body).toMatchObject({ code: 'text_missing' })
    await writeText(church, 'birthday')
    expect((await turn(church, 'birthday', { senderId: 'NOBODY' })).body).toMatchObject({ code: 'sender_not_approved' })
    expect((await turn(church, 'birthday', { hour: 3 })).status).toBe(400)
    expect((await turn(church, 'birthday', { channel: 'push', senderId: '' })).status).toBe(200)
  })
})

test('while the gate is shut only SMS go, and the screen says why', async () => {
  for (const channel of ['sms', 'email'] as const) {
    at('2027-06-01T12:00')
    const church = await churchWith('birthday')
    await turn(church, 'birthday', { channel })
    await add(church, [{ ...born(6, 2), email: 'ada@one.example' }])
    const expires = `update subscription set expires_on = $2 where tenant_id = $1`
    await app.look(expires, [church.tenantId, '2020-01-01'])
    at('2027-06-02T12:00')
    await look()
    expect(await sentTo(church)).toHaveLength(channel === 'sms' ? 1 : 0)
    await app.look(expires, [church.tenantId, '2099-01-01'])
    const { body } = await app.call(listDefaultMessages, {}, as(church))
    expect(body.find(({ kind }) => kind === 'birthday')?.problem?.reason).toBe(
      channel === 'sms' ? undefined : 'gate_shut',
    )
  }
})
