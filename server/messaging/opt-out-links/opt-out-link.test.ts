import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOptOutLink, saveOptOutLink } from '#contract/messaging/opt-out-link.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { quoteSms, sendSms } from '#contract/messaging/sms.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

let app: TestApp
let church: Church
let other: Church
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({
    units: 100,
    optOutLink: true,
    people: [{ firstName: 'Obi', phone: PHONE, email: 'Obi@x.example' }],
  })
  other = await app.buildChurch({ units: 100, optOutLink: true, people: [{ phone: PHONE }] })
})
afterAll(() => app.stop())

const PHONE = '+2348035550101'
const SECOND = '+2348035550102'
const as = (who: Church) => ({ token: who.admin.token })
type Sms = { to: string; text: string }

const arrived = async (to: string): Promise<Sms[]> => {
  const answer = await fetch(`${app.sandboxUrl}/_sandbox/sms?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { items: Sms[] }).items
}

/** Sends one bulk message of a church to these numbers; answers the links that arrived. */
async function linksOf(who: Church, message: string, ...to: string[]): Promise<string[]> {
  const body = { subject: who.sender, message, toOthers: to.join() }
  const { body: sent } = await app.call(sendSms, { body }, as(who))
  expect(sent.status).toBe(true)
  return Promise.all(
    to.map(async (number) => {
      await until(async () => (await arrived(number)).some(({ text }) => text.startsWith(message)))
      const sms = (await arrived(number)).find(({ text }) => text.startsWith(message))
      return `/o/${sms?.text.split('/o/')[1]}`
    }),
  )
}

const open = (path: string, init: RequestInit = {}) => fetch(app.url + path, { redirect: 'manual', ...init })
const press = (path: string, what: 'stop' | 'undo', headers: Record<string, string> = {}) =>
  open(`${path}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  })
const stopped = async (who: Church) =>
  app.look('select channel, address, source from opt_out where tenant_id = $1 order by 2', [who.tenantId])

test('looking changes nothing, the button stops every channel of that church and no other, undo takes it back', async () => {
  const [link = '', another = ''] = await linksOf(church, 'Choir at six', PHONE, SECOND)
  expect(link).toMatch(/^\/o\/[0-9A-Za-z]{14}$/)
  expect(another).not.toBe(link)
  for (const method of ['GET', 'HEAD', 'GET']) expect((await open(link, { method })).status).toBe(200)
  const page = await (await open(link)).text()
  expect(page).toContain('Stop messages from Grace Chapel?')
  expect(page).toContain('ending in 01')
  expect(page).not.toContain(PHONE.slice(-7))
  expect(await stopped(church)).toEqual([])

  for (let times = 0; times < 2; times += 1) expect((await press(link, 'stop')).status).toBe(303)
  expect(await stopped(church)).toEqual([{ channel: 'all', address: PHONE, source: 'link' }])
  expect(await stopped(other)).toEqual([])
  expect(await (await open(link)).text()).toContain('You will get no more messages')
  expect(await (await open(another)).text()).toContain('Stop messages from Grace Chapel?')

  expect((await press(link, 'undo')).status).toBe(303)
  expect(await stopped(church)).toEqual([])
  expect(
    await app.look(`select details from audit_entry where tenant_id = $1 and act = 'person.opted_out' order by id`, [
      church.tenantId,
    ]),
  ).toEqual([true, false].map((optedOut) => ({ details: { channel: 'all', optedOut, source: 'link' } })))
})

test('the link does not take back what was texted or told the desk', async () => {
  const [link = ''] = await linksOf(church, 'Ushers at seven', SECOND)
  await app.look(`insert into opt_out values ($1, 'all', $2, 'reply'), ($1, 'sms', $2, 'desk')`, [
    church.tenantId,
    SECOND,
  ])
  const page = await (await open(link)).text()
  expect(page).toContain('reply START')
  expect(page).not.toContain('<form')
  for (const what of ['undo', 'stop'] as const) {
    await press(link, what)
    expect((await stopped(church)).map(({ source }) => source).toSorted()).toEqual(['desk', 'reply'])
  }
  await app.look(`delete from opt_out where address = $1`, [SECOND])
})

test('a link that is torn, made up or of another installation leads to one clear page, whatever is wrong with it', async () => {
  const [link = ''] = await linksOf(church, 'Prayer at five', PHONE)
  const [foreign = ''] = await linksOf(other, 'Prayer at five, too', PHONE)
  const wrong = [
    link.slice(0, -1),
    `${link}x`,
    link.slice(0, -1) + (link.endsWith('x') ? 'y' : 'x'),
    // The campaign of one church with the place and seal of another.
    link.slice(0, 8) + foreign.slice(8),
    '/o/00000000000000',
    '/o/%00',
    '/o/%ED%A0%80aaaaaaaaaaa',
    `/o/${'a'.repeat(300)}`,
  ]
  const pages = new Set<string>()
  for (const path of wrong) {
    const answer = await open(path)
    expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true])
    if (answer.headers.get('content-type')?.startsWith('text/html')) pages.add(await answer.text())
    expect((await press(path, 'stop')).status).toBeGreaterThanOrEqual(400)
  }
  expect([...pages]).toEqual([expect.stringContaining('This link does not work')])
  expect(await stopped(church)).toEqual([])

  // Whoever tries is told to wait; whoever has a link behind the same network is not.
  let last = 0
  for (let tries = 0; tries < 70; tries += 1) last = (await open('/o/11111111111111')).status
  expect(last).toBe(429)
  expect((await open(link)).status).toBe(200)
  expect((await press(link, 'stop', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await stopped(church)).toEqual([])
  await press(foreign, 'stop')
  expect([await stopped(church), (await stopped(other)).length]).toEqual([[], 1])
})

test('the page is small, in the visitor’s language, without script and without a session', async () => {
  const [link = ''] = await linksOf(church, 'Lunch at one', PHONE)
  const inFrench = { headers: { 'accept-language': 'sw, fr-CI;q=0.9, en;q=0.8' } }
  const answer = await open(link, inFrench)
  const page = await answer.text()
  expect(page).toContain('<html lang="fr" dir="ltr">')
  expect(page).toContain('Arrêter les messages de Grace Chapel ?')
  expect(page).not.toContain('<script')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const style = await (await open('/o/page.css')).text()
  expect(page.length + style.length).toBeLessThan(8_000)
})

test('the line is counted before the links are made: the debit is the quote', async () => {
  // 160 places: the host of the tests and the line leave fewer for words.
  const line = (await app.call(readOptOutLink, {}, as(church))).body.line
  const fits = 160 - line.length - 1
  for (const [length, pages] of [
    [fits, 1],
    [fits + 1, 2],
  ] as const) {
    const message = 'x'.repeat(length)
    const { body: quote } = await app.call(
      quoteSms,
      { body: { destination: { phoneNumbers: PHONE }, message } },
      as(church),
    )
    expect([quote.footer.length, quote.units]).toEqual([line.length + 1, pages])
    const body = { subject: church.sender, message, toOthers: PHONE, quotedUnits: quote.units }
    const { unitsUsed, sentMessageDTO } = (await app.call(sendSms, { body }, as(church))).body
    expect(unitsUsed).toBe(pages)
    const report = await app.call(readCampaign, { params: { id: sentMessageDTO?.id ?? '' } }, as(church))
    expect(report.body.optOutLink).toBe(true)
  }
  const without = { destination: { phoneNumbers: PHONE }, message: 'x'.repeat(160), optOutLink: false }
  expect((await app.call(quoteSms, { body: without }, as(church))).body).toMatchObject({ footer: '', units: 1 })
})

test('a church chooses whether its messages have the line, and a sender may choose otherwise', async () => {
  const { body } = await app.call(saveOptOutLink, { body: { isOn: false } }, as(church))
  expect(body.isOn).toBe(false)
  const quote = async (more: object) =>
    (await app.call(quoteSms, { body: { destination: { phoneNumbers: PHONE }, message: 'Hi', ...more } }, as(church)))
      .body.footer
  expect([await quote({}), (await quote({ optOutLink: true })).slice(0, 7)]).toEqual(['', '\nStop: '])
  await app.call(saveOptOutLink, { body: { isOn: true } }, as(church))
  expect((await quote({})).slice(0, 7)).toBe('\nStop: ')
})
