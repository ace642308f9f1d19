import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import {
  changeWelcomeForm,
  decideWelcomeEntries,
  listWelcomeEntries,
  readWelcomeForm,
  type WelcomeDecision,
} from '#contract/followup/welcome.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { networkOf, takeAttempt } from '../../identity/index.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { visitorOf, type Answered, type Visitor } from '../../test-kit/welcome-visitor.ts'
import { forgetWelcomeEntries } from './forget.ts'

let app: TestApp
let church: Church
let visitor: Visitor
const KNOWN = '+2348035550199'
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({
    people: [{ firstName: 'Amaka', lastName: 'Obi', phone: KNOWN, kind: 'first_timer' }],
  })
  visitor = await visitorOf(app, church, 'grace-welcome')
})
afterAll(() => app.stop())

const as = (who = church) => ({ token: who.admin.token })
const entries = (who = church) =>
  app.look(
    'select state, doubts, person_id, first_name, phone from welcome_entry where tenant_id = $1 order by at, id',
    [who.tenantId],
  )
const people = (phone: string, who = church) =>
  app.look('select id, first_name, last_name, email, kind from person where tenant_id = $1 and phone = $2', [
    who.tenantId,
    phone,
  ])
const refusals = (who = church) =>
  app.look('select channel, address, source from opt_out where tenant_id = $1 order by channel', [who.tenantId])
const waiting = async (who = church) => (await app.call(listWelcomeEntries, {}, as(who))).body.entries
const decide = (id: string, decision: WelcomeDecision, who = church) =>
  app.call(decideWelcomeEntries, { body: { ids: [id], decision } }, as(who))
/** What a visitor sees behind the press, without what is their own. */
const thanks = async ({ location }: Answered) =>
  (await visitor.open(location)).html.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')

describe('a visitor', () => {
  test('is a first-timer of the pool from the form, whose clock runs; the same press twice, and two at once, are one', async () => {
    const token = await visitor.token()
    const typed = { phone: '0803 555 0201', sms: 'yes', at: 'Main entrance' }
    const answers = await Promise.all([1, 2, 3].map(() => visitor.send({ ...typed, token })))
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 303 })
    const other = await Promise.all([1, 2].map(() => visitor.send(typed)))
    expect(other.map(({ status }) => status)).toEqual([303, 303])
    const [person, ...more] = await people('+2348035550201')
    expect([more, person?.['kind']]).toEqual([[], 'first_timer'])
    const [row] = await app.look(
      'select origin, owner_id, first_visit_on = (now() at time zone $2)::date as today, clock_from is not null as runs from newcomer where person_id = $1',
      [person?.['id'], 'Africa/Lagos'],
    )
    expect(row).toEqual({ origin: 'form', owner_id: null, today: true, runs: true })
    expect((await entries()).map(({ state }) => state)).toEqual(['entered', 'repeated', 'repeated'])
    expect(await refusals()).toEqual([])
    expect((await visitor.open(answers[0]?.location ?? '')).html).toContain('Thank you, Zainab')
  })

  test('who agrees to nothing gets nothing, and says more behind thanks', async () => {
    const { location } = await visitor.send({ firstName: 'Bola', phone: '08035550202' })
    expect(await refusals()).toEqual([{ channel: 'sms', address: '+2348035550202', source: 'form' }])
    const page = (await visitor.open(location)).html
    expect(page).toContain('How did you hear about us?')
    expect(page).not.toMatch(/checked/)
    expect((await visitor.post(location, { source: '2' })).status).toBe(303)
    await visitor.post(location, { interest: '2' })
    await visitor.post(location, { email: 'bola@x.example' })
    await visitor.post(location, { source: '999' })
    expect((await visitor.post(location, { email: 'bola' })).status).toBe(422)
    const [person] = await people('+2348035550202')
    const read = await app.call(readNewcomer, { params: { id: String(person?.['id']) } }, as())
    expect(read.body).toMatchObject({ sourceId: 2, interest: 2, person: { email: 'bola@x.example' } })
    expect((await refusals())[0]).toEqual({ channel: 'email', address: 'bola@x.example', source: 'form' })
    await visitor.post(location, { email: 'bola@x.example', emails: 'yes' })
    expect((await refusals()).map(({ channel }) => channel)).toEqual(['sms'])
  })

  test('is told what is wrong in place, in the language that was chosen, and nothing typed is lost', async () => {
    const wrong = await visitor.post(visitor.path, {
      firstName: 'Ìbùkún<b>',
      lastName: '"Ọlá"',
      phone: '0803 1',
      lang: 'fr',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('lang="fr" dir="ltr"')
    expect(wrong.html).toContain('Il manque des chiffres')
    expect(wrong.html).toContain('value="Ìbùkún&lt;b&gt;"')
    expect(wrong.html).toContain('value="&quot;Ọlá&quot;"')
    const asked = await visitor.open(visitor.path, { 'accept-language': 'de, fr-CA;q=0.9, en;q=0.1' })
    expect(asked.html).toContain('Bienvenue à Grace Chapel')
    expect((await visitor.open(`${visitor.path}?lang=en`, { 'accept-language': 'fr' })).html).toContain('Welcome to')
  })
})

describe('a phone that somebody has', () => {
  const said = { firstName: 'Stranger', lastName: 'Danger', phone: '08035550199', sms: 'yes' }

  test('changes nobody, tells nothing, and is put before the staff as it was said', async () => {
    const before = await people(KNOWN)
    const answer = await visitor.send(said)
    const fresh = await visitor.send({ ...said, phone: '08035550203' })
    expect(await thanks(answer)).toBe(await thanks(fresh))
    expect(await thanks(answer)).not.toContain('Amaka')
    for (const more of [{ source: '2' }, { email: 'stranger@x.example' }]) await visitor.post(answer.location, more)
    expect(await people(KNOWN)).toEqual(before)
    expect((await refusals()).map(({ address }) => address)).not.toContain('stranger@x.example')
    const [entry] = await waiting()
    expect(entry).toMatchObject({
      state: 'claimed',
      firstName: 'Stranger',
      email: 'stranger@x.example',
      source: 'Friend',
    })
    expect(entry?.known).toMatchObject({ firstName: 'Amaka', memberType: 0 })
    expect((await app.call(readMyDay, { query: {} }, as())).body.welcomeWaiting).toBe(1)
  })

  test('kept as it is: nobody changes, and what was said is forgotten', async () => {
    const [entry] = await waiting()
    expect((await decide(entry?.id ?? '', 'dismiss')).body).toEqual({ decided: 1 })
    expect((await decide(entry?.id ?? '', 'same_person')).body).toEqual({ decided: 0 })
    expect((await people(KNOWN))[0]).toMatchObject({ first_name: 'Amaka', email: null })
    expect((await entries()).find(({ state }) => state === 'dismissed')).toMatchObject({
      first_name: null,
      phone: null,
    })
  })

  test('the same person: the visit and the answers are theirs, the name stays', async () => {
    const { location } = await visitor.send(said)
    await visitor.post(location, { source: '3', email: 'amaka@x.example' })
    const [entry] = await waiting()
    await decide(entry?.id ?? '', 'same_person')
    const [person] = await people(KNOWN)
    expect(person).toMatchObject({ first_name: 'Amaka', email: 'amaka@x.example' })
    const read = await app.call(readNewcomer, { params: { id: String(person?.['id']) } }, as())
    expect(read.body.sourceId).toBe(3)
    expect(read.body.log.filter(({ kind }) => kind === 'visit')).toHaveLength(1)
  })

  test('a second person has the same phone, whose leave to be written to stays', async () => {
    await visitor.send({ firstName: 'Chidi', lastName: 'Obi', phone: '08035550199' })
    const [entry] = await waiting()
    await decide(entry?.id ?? '', 'second_person')
    expect((await people(KNOWN)).map(({ first_name }) => first_name).toSorted()).toEqual(['Amaka', 'Chidi'])
    expect((await refusals()).map(({ address }) => address)).not.toContain(KNOWN)
  })

  test('an answer is decided about by what it is', async () => {
    await visitor.send({ firstName: 'Third', phone: '08035550199' })
    const [entry] = await waiting()
    expect((await decide(entry?.id ?? '', 'enter')).body.code).toBe('invalid_input')
    await decide(entry?.id ?? '', 'dismiss')
  })
})

describe('without puzzles', () => {
  test('what is odd waits for the staff, who enter it with its day', async () => {
    const token = await visitor.token()
    const typed = { firstName: 'Robo', lastName: 'T', sms: 'yes' }
    const odd = [
      { ...typed, phone: '08035550301', website: 'spam', token: await visitor.token() },
      { ...typed, phone: '08035550302', token: 'made-up' },
      { ...typed, phone: '08035550305', firstName: 'You won, see bit.ly/x9' },
    ]
    for (const each of odd) expect((await visitor.send(each)).status).toBe(303)
    const hurried = await visitor.post(visitor.path, { ...typed, phone: '08035550303', token: await visitor.token() })
    expect(hurried.status).toBe(303)
    app.clock.advance(25 * 3_600_000)
    await visitor.send({ ...typed, phone: '08035550304', token })
    expect((await waiting()).map(({ phone, doubts }) => [phone.slice(-3), doubts])).toEqual([
      ['301', ['trap']],
      ['302', ['forged']],
      ['305', ['name']],
      ['303', ['hurried']],
      ['304', ['stale']],
    ])
    expect(await people('+2348035550301')).toEqual([])
    const [first, ...others] = await waiting()
    await decide(first?.id ?? '', 'enter')
    const [visit] = await app.look(
      'select n.origin, n.first_visit_on < (now() at time zone $2)::date + 1 as earlier from newcomer n join person p on p.id = n.person_id where p.phone = $1',
      ['+2348035550301', 'Africa/Lagos'],
    )
    expect(visit).toEqual({ origin: 'form', earlier: true })
    const ids = others.map(({ id }) => id)
    const swept = await app.call(decideWelcomeEntries, { body: { ids, decision: 'dismiss' } }, as())
    expect(swept.body).toEqual({ decided: 4 })
  })

  test('many from one network wait, nobody is refused, and another church notices nothing', async () => {
    const [busy, calm] = [await app.buildChurch(), await app.buildChurch()]
    const [many, few] = [await visitorOf(app, busy, 'busy-door'), await visitorOf(app, calm, 'calm-door')]
    const token = await many.token()
    for (let number = 0; number < 32; number += 1)
      expect((await many.send({ phone: `0803666${String(number).padStart(4, '0')}`, token })).status).toBe(303)
    expect((await entries(busy)).filter(({ state }) => state === 'entered')).toHaveLength(30)
    expect((await waiting(busy)).map(({ doubts }) => doubts)).toEqual([['network'], ['network']])
    await few.send({ phone: '08036660000' })
    expect((await entries(calm)).map(({ state }) => state)).toEqual(['entered'])
  })

  test('whoever uses up what a church takes in an hour makes others wait; who floods shuts out their own network, there', async () => {
    const [busy, calm, flooded] = [await app.buildChurch(), await app.buildChurch(), await app.buildChurch()]
    const [many, few] = [await visitorOf(app, busy, 'full-hour'), await visitorOf(app, calm, 'quiet-hour')]
    const use = async (kind: 'welcomeChurch' | 'welcomeFlood', who: string, tries: number) => {
      app.clock.advance(1_000)
      const at = app.clock.now()
      await app.server.context.database.withoutTenant((tx) => takeAttempt(tx, { kind, who }, at))
      await app.look('update rate_limit set tries = $2 where started_at = $1', [at, tries])
    }
    await use('welcomeChurch', busy.tenantId, 100)
    expect((await many.send({ phone: '08036661000' })).status).toBe(303)
    expect((await waiting(busy)).map(({ doubts }) => doubts)).toEqual([['church']])
    await use('welcomeFlood', `${calm.tenantId} 203.0.113.9`, 1_000)
    expect((await few.send({ phone: '08036661001' })).status).toBe(303)
    expect((await entries(calm)).map(({ state }) => state)).toEqual(['entered'])
    await use('welcomeFlood', `${flooded.tenantId} ${networkOf('127.0.0.1')}`, 1_000)
    const refused = await (await visitorOf(app, flooded, 'flooded')).send({ phone: '08036661002' })
    expect([refused.status, refused.html]).toEqual([429, expect.stringContaining('mobile data')])
    expect(await entries(flooded)).toEqual([])
  })
})

describe('a page of its own', () => {
  test('an unknown church, one that is closed and one that switched it off say so, each in its way', async () => {
    const closed = await visitorOf(app, await app.buildChurch({ expiresOn: '2020-01-01' }), 'closed-door')
    const shut = await app.buildChurch()
    const off = await visitorOf(app, shut, 'off-door')
    const { body } = await app.call(readWelcomeForm, {}, as(shut))
    const { isOn: _isOn, hiddenSources, interests, words } = body
    await app.call(changeWelcomeForm, { body: { isOn: false, hiddenSources, interests, words } }, as(shut))
    const unknown = await visitor.open('/welcome/nobody-here')
    const answers = [unknown, await closed.open(closed.path), await off.open(off.path)]
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 410])
    expect(new Set(answers.map(({ html }) => /<h1>([^<]+)/.exec(html)?.[1])).size).toBe(3)
    expect((await off.send({ phone: '08035550401' })).status).toBe(410)
    expect(await entries(shut)).toEqual([])
  })

  test('is light, and what the church chose stands on it', async () => {
    const words = { en: { lead: 'So glad', thanks: 'See you Sunday' }, fr: { lead: '', thanks: '' } }
    const body = { isOn: true, hiddenSources: [4], interests: [0], words }
    const saved = await app.call(changeWelcomeForm, { body }, as())
    expect(saved.body).toMatchObject({ ...body, link: expect.stringMatching(/\/welcome\/grace-welcome$/) })
    expect(saved.body.places).toEqual([{ place: 'Main entrance', filledIn: 1 }])
    const form = (await visitor.open(visitor.path)).html
    expect(form).toContain('So glad')
    const { location } = await visitor.send({ phone: '08035550501', sms: 'yes' })
    const behind = (await visitor.open(location)).html
    expect(behind).toContain('See you Sunday')
    expect(behind).not.toContain('Flyer')
    expect(behind).not.toContain('Maybe')
    const files = [...behind.matchAll(/(?:href|src)="(\/welcome\/page\.[a-z]+)"/g)].map(([, file = '']) => file)
    expect(files).toHaveLength(2)
    const sizes = await Promise.all(files.map(async (file) => (await visitor.open(file)).html.length))
    expect(sizes.reduce((all, size) => all + size, form.length + behind.length)).toBeLessThan(60_000)
  })

  test('another site cannot press in a visitor’s name, and too much is refused before it is read', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const press = (more: Record<string, string>, body: string) =>
      fetch(app.url + visitor.path, { method: 'POST', headers: { ...headers, ...more }, body })
    expect((await press({ 'sec-fetch-site': 'cross-site' }, 'firstName=A')).status).toBe(403)
    expect((await press({}, `firstName=${'A'.repeat(9_000)}`)).status).toBe(413)
    expect((await press({}, 'firstName=%00%ED%A0%80&phone=%00')).status).toBe(422)
  })
})

// Last: its days end what the others wait for.
test('names are forgotten once they are somebody’s, and what nobody decided about after 90 days', async () => {
  await visitor.send({ phone: '08035550601', token: 'made-up' })
  app.clock.advance(31 * 86_400_000)
  await forgetWelcomeEntries(app.server.context)
  const kept = await entries()
  expect(kept.filter(({ first_name }) => first_name !== null).map(({ state }) => state)).toEqual(['doubtful'])
  expect(kept.filter(({ state }) => state === 'entered').every(({ person_id }) => person_id !== null)).toBe(true)
  app.clock.advance(60 * 86_400_000)
  await forgetWelcomeEntries(app.server.context)
  expect((await entries()).map(({ state }) => state)).not.toContain('doubtful')
})
