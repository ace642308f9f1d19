import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportEmailRecipients,
  listEmailRecipients,
  quoteEmail,
  readSentEmail,
  sendEmail,
} from '#contract/messaging/emails.ts'
import { forgotPassword } from '#contract/identity/session.ts'
import { updateEmailSender } from '#contract/messaging/email-domain.ts'
import { listStoppedAddresses, releaseStoppedAddress } from '#contract/messaging/stopped-addresses.ts'
import { readPerson, releaseEmail } from '#contract/people/persons.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ env: { MAIL_DOMAIN_RATE: '5000' } })
  church = await app.buildChurch({ people: [{ firstName: 'Ada', phone: '+2348030000001', email: 'Ada@one.example' }] })
})
afterAll(() => app.stop())

const as = (who: Church) => ({ token: who.admin.token })
let nth = 0
/** Sends an email to an address or several; answers its id, and of the first one where its bounces go and how it looks. */
async function sent(to: string, who = church): Promise<{ id: string; bouncesTo: string; html: string }> {
  const subject = `Email ${(nth += 1)}`
  const { body } = await app.call(sendEmail, { body: { subject, message: 'x', toOthers: to } }, as(who))
  const mail = await until(async () => {
    const answer = await fetch(`${app.sandboxUrl}/_sandbox/mail?to=${encodeURIComponent(to.split(',')[0] ?? '')}`)
    const { items } = (await answer.json()) as { items: { subject: string; bouncesTo: string; html: string }[] }
    return items.find((one) => one.subject === subject) ?? null
  })
  return { id: body.sentMessageDTO?.id ?? '', bouncesTo: mail.bouncesTo, html: mail.html }
}
const bounce = async (to: string, kind: 'hard' | 'soft' | 'complaint') =>
  fetch(`${app.sandboxUrl}/_sandbox/mail/bounces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, kind }),
  })
const reaches = async (to: string, who = church): Promise<boolean> => {
  const { body } = await app.call(quoteEmail, { body: { destination: { emailAddresses: to } } }, as(who))
  return body.recipients === 1
}
const counts = async (id: string) => (await app.call(readSentEmail, { params: { id } }, as(church))).body.counts

test('a refusal for good stops the address in that church, with the words, on the person; a reason releases it', async () => {
  const { id } = await sent('ada@one.example')
  const other = await app.buildChurch({})
  expect((await bounce('ada@one.example', 'hard')).status).toBe(200)
  expect((await bounce('ada@one.example', 'hard')).status).toBe(200)
  expect(await counts(id)).toMatchObject({ accepted: 0, bounced: 1 })
  const { body: report } = await app.call(listEmailRecipients, { params: { id }, query: {} }, as(church))
  expect(report.items[0]).toMatchObject({
    state: 'failed',
    reason: 'no_such_address',
    code: '550 5.1.1 The email account that you tried to reach does not exist',
  })
  expect([await reaches('ada@one.example'), await reaches('ada@one.example', other)]).toEqual([false, true])

  const [row] = await app.look(`select id from person where tenant_id = $1 and email = 'Ada@one.example'`, [
    church.tenantId,
  ])
  const params = { id: String(row?.['id']) }
  const { body: person } = await app.call(readPerson, { params }, as(church))
  expect(person.emailStop).toMatchObject({ reason: 'hard', words: expect.stringContaining('does not exist') })
  expect((await app.call(releaseEmail, { params, body: { reason: ' ' } }, as(church))).status).toBe(400)
  const { body: released } = await app.call(releaseEmail, { params, body: { reason: 'Typed wrongly' } }, as(church))
  expect(released.emailStop).toBeNull()
  expect(await reaches('ada@one.example')).toBe(true)
  expect(await app.look('select release_reason from stopped_address where address = $1', ['ada@one.example'])).toEqual([
    { release_reason: 'Typed wrongly' },
  ])
  expect(
    await app.look(`select details from audit_entry where tenant_id = $1 and act = 'email.address_released'`, [
      church.tenantId,
    ]),
  ).toEqual([{ details: { reason: 'Typed wrongly' } }])
})

test('codes go to an address that is stopped: only what goes to groups is', async () => {
  const { email } = church.admin
  await sent(email)
  await bounce(email, 'hard')
  expect(await reaches(email)).toBe(false)
  const before = (await mailsTo(app.sandboxUrl, email)).length
  await app.call(forgotPassword, { params: { email } })
  expect(await until(async () => (await mailsTo(app.sandboxUrl, email)).length > before)).toBe(true)
})

test('a complaint stops the address, and what was delivered stays delivered', async () => {
  const { id } = await sent('spam@one.example')
  expect((await bounce('spam@one.example', 'complaint')).status).toBe(200)
  expect(await counts(id)).toMatchObject({ delivered: 1, bounced: 0, markedAsSpam: 1 })
  expect(await reaches('spam@one.example')).toBe(false)
})

test('the third refusal for now within 30 days stops it, and not three within more', async () => {
  const pass = (days: number) => app.look(`update email_bounce set at = at - make_interval(days => $1)`, [days])
  const refuse = async (to: string) => {
    await sent(to)
    expect((await bounce(to, 'soft')).status).toBe(200)
    return reaches(to)
  }
  expect([await refuse('full@one.example'), await refuse('full@one.example')]).toEqual([true, true])
  expect(await refuse('slow@one.example')).toBe(true)
  await pass(20)
  expect([await refuse('full@one.example'), await refuse('slow@one.example')]).toEqual([false, true])
  await pass(20)
  expect(await refuse('slow@one.example')).toBe(true)
})

test('a report is believed only where its address was made for that email', async () => {
  const { bouncesTo } = await sent('forged@one.example')
  const tell = async (to: string) =>
    (
      await fetch(`${app.url}/api/webhooks/mail/${encodeURIComponent(to)}`, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822' },
        body: 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n--x--',
      })
    ).status
  const [local = '', domain = ''] = bouncesTo.split('@')
  const [, campaign = '', position = '', seal = ''] = local.split('-')
  const forged = [
    `b-${'0'.repeat(32)}-${position}-${seal}@${domain}`,
    `b-${campaign}-2-${seal}@${domain}`,
    `b-${campaign}-${position}-${'0'.repeat(16)}@${domain}`,
    'bounces@narthex.example',
    'nobody',
  ]
  for (const to of forged) expect(await tell(to)).toBe(404)
  expect(await reaches('forged@one.example')).toBe(true)
  expect(await tell(bouncesTo.toUpperCase())).toBe(200)
  expect(await reaches('forged@one.example')).toBe(false)
})

test('addresses that are stopped stand on a list, also where nobody has them, and are released there with a reason', async () => {
  const who = await app.buildChurch({
    people: [{ firstName: 'Bola', phone: '+2348030000002', email: 'Bola@one.example' }],
  })
  await sent('bola@one.example', who)
  await bounce('bola@one.example', 'hard')
  await sent('stranger@one.example', who)
  await bounce('stranger@one.example', 'complaint')
  const list = async (search?: string, whose = who) =>
    (await app.call(listStoppedAddresses, { query: { ...(search && { search }) } }, as(whose))).body
  expect(await list()).toMatchObject({
    total: 2,
    items: [
      { address: 'stranger@one.example', reason: 'complaint', person: null },
      {
        address: 'bola@one.example',
        reason: 'hard',
        person: { id: who.personIds[0], name: expect.stringMatching(/^Bola/) },
      },
    ],
  })
  const first = await app.call(listStoppedAddresses, { query: { limit: 1 } }, as(who))
  const second = await app.call(
    listStoppedAddresses,
    { query: { limit: 1, cursor: first.body.nextCursor ?? '' } },
    as(who),
  )
  expect(second.body).toMatchObject({ items: [{ address: 'bola@one.example' }], nextCursor: null })
  expect((await list('bol')).items).toHaveLength(1)
  const body = { address: 'Stranger@one.example', reason: 'They asked for it' }
  const release = async (whose = who) => (await app.call(releaseStoppedAddress, { body }, as(whose))).body.released
  expect([await release(church), await release(), await release()]).toEqual([false, true, false])
  expect((await list()).total).toBe(1)
  expect(await reaches('stranger@one.example', who)).toBe(true)
})

test('a report tells what came back of each, who has the address, and leaves as a file', async () => {
  const who = await app.buildChurch({
    people: [{ firstName: 'Ife', phone: '+2348030000003', email: 'ife@two.example' }],
  })
  const to = ['ife@two.example', 'full@two.example', 'gone@two.example', 'spam@two.example']
  const { id, html } = await sent(to.join(','), who)
  await until(async () => ((await figures()).accepted === 4 ? true : null))
  await bounce('full@two.example', 'soft')
  await bounce('gone@two.example', 'hard')
  await bounce('spam@two.example', 'complaint')
  const link = /http[^"]+\/o\/\w{14}/.exec(html)?.[0] ?? ''
  await fetch(link, { method: 'POST' })
  async function figures() {
    return (await app.call(readSentEmail, { params: { id } }, as(who))).body.counts
  }
  expect(await figures()).toMatchObject({
    bounced: 2,
    bouncedForNow: 1,
    unsubscribed: 1,
    markedAsSpam: 1,
    opened: null,
  })
  const rows = async (query: object) =>
    (await app.call(listEmailRecipients, { params: { id }, query }, as(who))).body.items
  const all = await rows({})
  expect(Object.fromEntries(all.map(({ phone, said }) => [phone, said]))).toEqual({
    'ife@two.example': 'unsubscribed',
    'full@two.example': 'soft',
    'gone@two.example': 'hard',
    'spam@two.example': 'complaint',
  })
  expect(all.find(({ phone }) => phone === 'ife@two.example')?.personId).toBe(who.personIds[0])
  expect((await rows({ said: 'unsubscribed' })).map(({ phone }) => phone)).toEqual(['ife@two.example'])
  const address = exportEmailRecipients.path.replace('{id}', id)
  const headers = { authorization: `Bearer ${who.admin.token}` }
  const file = await (await fetch(`${app.url}${address}?format=csv&said=hard`, { headers })).text()
  expect(file).toContain('gone@two.example,failed,Bounced,550 5.1.1')
  expect(file).not.toContain('full@two.example')
})

test('opening is counted where the church wants it, once for each recipient, and never by HEAD or a made-up link', async () => {
  const who = await app.buildChurch({})
  const before = await sent('quiet@three.example', who)
  expect(before.html).not.toContain('opened.gif')
  const sender = { fromName: null, localPart: 'news', replyTo: null }
  await app.call(updateEmailSender, { body: { ...sender, countsOpens: true } }, as(who))
  await app.call(updateEmailSender, { body: sender }, as(who))
  const { id, html } = await sent('open@three.example', who)
  const picture = /<img src="([^"]+\/opened\.gif)"/.exec(html)?.[1] ?? ''
  const opened = async (of: string) =>
    (await app.call(readSentEmail, { params: { id: of } }, as(who))).body.counts.opened
  expect(await opened(id)).toBe(0)
  await fetch(picture, { method: 'HEAD' })
  const madeUp = picture.replace(/.\/opened/, (end) => (end.startsWith('x') ? 'y/opened' : 'x/opened'))
  const stranger = await fetch(madeUp)
  expect([stranger.status, stranger.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(await opened(id)).toBe(0)
  for (const _time of [1, 2]) expect((await fetch(picture)).status).toBe(200)
  expect(await opened(id)).toBe(1)
  const ofQuiet = /http[^"]+\/o\/\w{14}/.exec(before.html)?.[0] ?? ''
  await fetch(`${ofQuiet}/opened.gif`)
  expect(await opened(before.id)).toBeNull()
  expect(await app.look('select count(*)::int as n from email_open where campaign_id = $1', [before.id])).toEqual([
    { n: 0 },
  ])
})
