import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/emails.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

type Mail = {
  id: string
  from: string
  fromName: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ env: { MAIL_DOMAIN: 'mail.narthex.example', MAIL_DOMAIN_RATE: '5000' } })
  church = await app.buildChurch({
    units: 100,
    people: [
      { firstName: 'Ada', phone: '+2348030000001', email: 'Ada@one.example' },
      { firstName: 'Obi', phone: '+2348030000002', email: 'obi@two.example' },
      { firstName: 'Kemi', phone: '+2348030000003' },
      { firstName: 'Trick', phone: '+2348030000004', email: 'a@x.example, b@y.example' },
    ],
  })
})
afterAll(() => app.stop())

const as = (who: Church) => ({ token: who.admin.token })
const everybody = { groupedContacts: ['membership_00000000-0000-0000-0000-000000000000'] }
const send = async (body: object) =>
  (await app.call(calls.sendEmail, { body: { subject: 'Hello', message: '<p>Hi</p>', ...body } }, as(church))).body
const arrived = async (to: string, subject: string): Promise<Mail> =>
  until(async () => {
    const answer = await fetch(`${app.sandboxUrl}/_sandbox/mail?to=${encodeURIComponent(to)}`)
    const { items } = (await answer.json()) as { items: Mail[] }
    return items.find((mail) => mail.subject === subject) ?? null
  })
const open = (path: string, init: RequestInit = {}) => fetch(app.url + path, { redirect: 'manual', ...init })
const optOuts = () => app.look('select channel, address from opt_out where tenant_id = $1', [church.tenantId])

test('an email goes to whoever has an address, cleaned, with their name, their link and a plain part', async () => {
  const message = '<html><head><style>p{}</style></head><body><p>Dear #name#</p><script>x()</script></body></html>'
  const sent = await send({ subject: 'News for #name#', message, ...everybody })
  expect(sent).toMatchObject({ status: true, unitsUsed: 0, response: 'Your email has been sent successfully!' })
  const ada = await arrived('ada@one.example', 'News for Ada')
  const obi = await arrived('obi@two.example', 'News for Obi')
  expect(ada).toMatchObject({ fromName: 'Grace Chapel', to: ['ada@one.example'] })
  expect(ada.from).toMatch(/^[a-z0-9-]+@mail\.narthex\.example$/)
  expect(ada.html).toContain('Dear Ada')
  expect(ada.html).not.toMatch(/<script|x\(\)|p\{\}/)
  expect(ada.text).toContain('Dear Ada')
  expect(ada.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const link = /^<http:\/\/127[^>]+(\/o\/[0-9A-Za-z]{14})>$/.exec(ada.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(ada.html).toContain(link)
  expect(ada.text).toContain(link)
  expect(obi.html).not.toContain(link)
  // Of the four two have an address; commas do not make one two.
  expect(
    await app.look('select recipients, units_held from campaign where id = $1', [sent.sentMessageDTO?.id]),
  ).toEqual([{ recipients: 2, units_held: 0 }])
  const id = sent.sentMessageDTO?.id ?? ''
  expect(ada.headers['message-id']).toMatch(new RegExp(`^<${id}\\.[12]@mail\\.narthex\\.example>$`))
  await until(async () => {
    const { body } = await app.call(calls.readSentEmail, { params: { id } }, as(church))
    return body.counts.accepted === 2 ? body : null
  })
})

test('one press of a mail service stops it, looking never does, and whoever tries learns nothing', async () => {
  await send({ subject: 'Stop me', toOthers: 'stop@one.example' })
  const { headers } = await arrived('stop@one.example', 'Stop me')
  const path = new URL((headers['list-unsubscribe'] ?? '').slice(1, -1)).pathname
  for (const method of ['GET', 'HEAD']) expect((await open(path, { method })).status).toBe(200)
  expect(await optOuts()).toEqual([])
  const press = (at: string) =>
    open(at, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  for (let times = 0; times < 2; times += 1) expect((await press(path)).status).toBe(200)
  expect(await optOuts()).toEqual([{ channel: 'all', address: 'stop@one.example' }])
  expect((await press('/o/AAAAAAAAAAAAAA')).status).toBe(200)
  expect((await press('/o/none')).status).toBe(200)
  expect(await send({ subject: 'Again', toOthers: 'stop@one.example' })).toMatchObject({
    status: false,
    code: 'no_recipients',
  })
})

test('on its page one chooses everything, events, prayer or nothing, and gets just that', async () => {
  await send({ subject: 'Choose', toOthers: 'choose@one.example' })
  const { headers } = await arrived('choose@one.example', 'Choose')
  const path = new URL((headers['list-unsubscribe'] ?? '').slice(1, -1)).pathname
  const page = async () => (await open(path)).text()
  expect(await page()).toContain('What would you like to receive from Grace Chapel?')
  expect(await page()).toContain('c…@one.example. At present: All emails.')
  const choose = async (choice: string) =>
    expect((await open(`${path}/choose/${choice}`, { method: 'POST' })).status).toBe(303)
  const quoted = async (topic: 'news' | 'events' | 'prayer') => {
    const body = { destination: { emailAddresses: 'choose@one.example' }, topic }
    return (await app.call(calls.quoteEmail, { body }, as(church))).body.recipients
  }
  const gets = async () => [await quoted('news'), await quoted('events'), await quoted('prayer')]
  expect(await gets()).toEqual([1, 1, 1])
  await choose('events')
  expect(await gets()).toEqual([0, 1, 0])
  await choose('prayer')
  expect(await gets()).toEqual([0, 0, 1])
  await choose('none')
  expect(await gets()).toEqual([0, 0, 0])
  expect(await page()).toContain('You will get no more messages')
  await choose('all')
  expect(await gets()).toEqual([1, 1, 1])
})

test('typed addresses: names around them, domains in any script, and what is none is named', async () => {
  const emailAddresses =
    'Ada Obi <ada.obi@x.example>; ADA.OBI@x.example\nikọ@ẹkọ.example\r\nbad@@x.example, "a,b"@x.example, no'
  const { body } = await app.call(calls.quoteEmail, { body: { destination: { emailAddresses } } }, as(church))
  expect(body).toMatchObject({ recipients: 2, duplicates: 1, invalid: 4, units: 0 })
  expect(body.invalidAddresses.map(({ value }) => value)).toEqual(['bad@@x.example', '"a', 'b"@x.example', 'no'])
})

test('what cannot be an email is refused, and nothing is sent', async () => {
  const refused = async (body: object) =>
    (await app.call(calls.sendEmail, { body: { subject: 'x', message: 'y', ...everybody, ...body } }, as(church)))
      .status
  expect(await refused({ subject: 'x'.repeat(300) })).toBe(400)
  expect(await refused({ subject: 'Hello\r\nBcc: all@x.example' })).toBe(400)
  expect(await refused({ subject: ' ' })).toBe(400)
  expect(await refused({ message: ' ' })).toBe(400)
  const pictureId = '0193a000-0000-7000-8000-000000000001'
  expect(await refused({ blocks: [{ type: 'picture', pictureId, width: 1, height: 1, alt: '' }] })).toBe(404)
  expect(await send({ groupedContacts: [] })).toMatchObject({ status: false, code: 'no_recipients' })
  const campaigns = () => app.look('select count(*)::int as n from campaign where tenant_id = $1', [church.tenantId])
  const before = await campaigns()
  const toOthers = Array.from({ length: 100_001 }, (_, index) => `p${index}@x.example`).join(',')
  const fields = { emailAddresses: 'Enter up to 100,000 addresses.' }
  expect(await send({ toOthers })).toMatchObject({ code: 'invalid_input', fields })
  // The units for so many are missing: nothing of it is written.
  const most = toOthers.slice(0, toOthers.lastIndexOf(','))
  expect(await send({ toOthers: most })).toMatchObject({ status: false, code: 'not_enough_units' })
  expect(await campaigns()).toEqual(before)
  const file = new File([new Uint8Array(10 * 1024 * 1024)], 'hall.png', { type: 'image/png' })
  expect((await app.call(calls.uploadEmailPicture, { file }, as(church))).body).toMatchObject({ code: 'too_large' })
})

test('a picture is kept as JPEG at the size of an email, and everybody who has it can see it for years', async () => {
  const png = await sharp({ create: { width: 3000, height: 1000, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(png)], 'hall.png', { type: 'image/png' })
  const { body: kept } = await app.call(calls.uploadEmailPicture, { file }, as(church))
  expect(kept).toMatchObject({ width: 1200, height: 400 })
  const blocks = [{ type: 'picture', pictureId: kept.id, width: 1200, height: 400, alt: 'Red' }]
  await send({ subject: 'Picture', message: undefined, blocks, toOthers: 'eye@one.example' })
  const src = /<img src="([^"]+)"/.exec((await arrived('eye@one.example', 'Picture')).html)?.[1] ?? ''
  app.clock.advance(400 * 86_400_000)
  const shown = await fetch(src)
  app.clock.advance(-400 * 86_400_000)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const other = await app.buildChurch({})
  const stolen = await app.call(
    calls.testEmail,
    { body: { content: { subject: 'x', blocks: blocks as never } } },
    as(other),
  )
  expect(stolen.status).toBe(404)
})

test('the list, the page and what was written; deleted ones leave the list', async () => {
  const sent = await send({ subject: 'To be listed', toOthers: 'list@one.example' })
  const id = sent.sentMessageDTO?.id ?? ''
  const list = async () =>
    (await app.call(calls.getAllSentEmails, { query: { page: 1, search: 'be listed' } }, as(church))).body
  expect(await list()).toMatchObject({ totalItems: 1, data: [{ id, subject: 'To be listed', smsUnitsUsed: 0 }] })
  const page = await open(`/api/messaging/email/sent/${id}/page`, {
    headers: { authorization: `Bearer ${church.admin.token}` },
  })
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; frame-ancestors 'self'; sandbox",
  )
  expect(await page.text()).toContain('<p>Hi</p>')
  const { body: written } = await app.call(calls.readEmailMessage, { params: { id } }, as(church))
  expect(written).toMatchObject({
    content: { subject: 'To be listed', blocks: [{ type: 'html', html: '<p>Hi</p>' }] },
    destination: { emailAddresses: 'list@one.example' },
  })
  const other = await app.buildChurch({})
  for (const call of [calls.readSentEmail, calls.readEmailMessage, calls.listEmailRecipients] as const)
    expect((await app.call(call as typeof calls.readSentEmail, { params: { id } }, as(other))).status).toBe(404)
  const remove = async () => (await app.call(calls.deleteSentEmails, { query: { IdList: id } }, as(church))).body
  expect(await remove()).toEqual({ deleted: true, message: 'Deleted' })
  expect(await remove()).toMatchObject({ deleted: false })
  expect((await list()).totalItems).toBe(0)
})

test('a test email goes to whoever writes, costs nothing and stands on no list', async () => {
  const before = (await app.call(calls.getAllSentEmails, { query: {} }, as(church))).body.totalItems
  const content = { subject: 'Only me', blocks: [{ type: 'heading', text: 'Hi #name#' } as const] }
  const { body } = await app.call(calls.testEmail, { body: { content } }, as(church))
  const mail = await arrived(body.to, 'Only me')
  expect(mail.headers['list-unsubscribe']).toBeUndefined()
  expect(mail.html).not.toContain('/o/')
  expect((await app.call(calls.getAllSentEmails, { query: {} }, as(church))).body.totalItems).toBe(before)
})
