import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addNewcomer, readNewcomer } from '#contract/followup/people.ts'
import {
  changeWelcomeForm,
  decideWelcomeEntries,
  listWelcomeEntries,
  type WelcomeDecision,
} from '#contract/followup/welcome.ts'
import { archivePeople, mergePeople } from '#contract/people/changes.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { visitorOf, type Visitor } from '../../test-kit/welcome-visitor.ts'

let app: TestApp
let church: Church
let visitor: Visitor
let doors = 0
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  visitor = await visitorOf(app, church, `door-${(doors += 1)}`)
})

const PHONE = '+2348035553001'
const odd = { phone: PHONE, firstName: 'Zainab', lastName: 'Bello', token: 'made-up', sms: 'yes' }
const as = () => ({ token: church.admin.token })
const waiting = async () => (await app.call(listWelcomeEntries, {}, as())).body.entries
const decide = (ids: string[], decision: WelcomeDecision, who = as()) =>
  app.call(decideWelcomeEntries, { body: { ids, decision } }, who)
const idOf = async () => (await waiting())[0]?.id ?? ''
const states = async () =>
  (await app.look('select state from welcome_entry where tenant_id = $1 order by at, id', [church.tenantId])).map(
    ({ state }) => state,
  )
const people = () =>
  app.look(`select id, first_name as name, email from person where tenant_id = $1 and phone = $2 order by first_name`, [
    church.tenantId,
    PHONE,
  ])
const refusals = async () =>
  (await app.look('select address from opt_out where tenant_id = $1', [church.tenantId])).map(({ address }) => address)
const add = async (part: object = {}) =>
  (await app.call(addNewcomer, { body: { ...guest, phone: PHONE, ...part } }, as())).body.id
const read = async (id: unknown) => (await app.call(readNewcomer, { params: { id: String(id) } }, as())).body

describe('what is odd', () => {
  test('is entered by the staff with the day, the phone and what was agreed to', async () => {
    await visitor.send({ ...odd, sms: '' })
    expect((await decide([await idOf()], 'enter')).body).toEqual({ decided: 1 })
    const [person] = await people()
    expect(person).toMatchObject({ name: 'Zainab' })
    expect(await refusals()).toEqual([PHONE])
    expect([await waiting(), await states()]).toEqual([[], ['entered']])
  })

  test('whose phone somebody has by now is asked about again instead of entered', async () => {
    await visitor.send(odd)
    const id = await idOf()
    const known = await add({ firstName: 'Amaka' })
    await decide([id], 'enter')
    expect(await waiting()).toMatchObject([{ id, state: 'claimed', known: { id: known, firstName: 'Amaka' } }])
    expect((await people()).map(({ name }) => name)).toEqual(['Amaka'])
    expect((await decide([id], 'enter')).body.code).toBe('invalid_input')
  })

  test('is decided about once, whoever decides twice', async () => {
    await visitor.send(odd)
    const id = await idOf()
    const both = await Promise.all([decide([id], 'enter'), decide([id], 'enter')])
    expect(both.map(({ body }) => body.decided).toSorted()).toEqual([0, 1])
    expect(await people()).toHaveLength(1)
  })

  test('together with what waits for another decision is refused, and nothing of it is decided', async () => {
    await visitor.send(odd)
    const { id: entered } = (await waiting())[0] ?? { id: '' }
    await add({ phone: '+2348035553002', firstName: 'Amaka' })
    await visitor.send({ ...odd, phone: '08035553002', token: await visitor.token() })
    const ids = (await waiting()).map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect((await decide(ids, 'enter')).body.code).toBe('invalid_input')
    expect((await waiting()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(ids).toContain(entered)
    expect((await decide(ids, 'dismiss')).body).toEqual({ decided: 2 })
    expect(await states()).toEqual(['dismissed', 'dismissed'])
  })

  test('is decided about by who follows people up, and by nobody else of the staff', async () => {
    await visitor.send(odd)
    const [desk, followUp] = [await addColleague(app, church, { roles: ['Reports'] }), await addColleague(app, church)]
    const id = await idOf()
    expect((await decide([id], 'dismiss', { token: desk.token })).status).toBe(403)
    expect((await decide([id], 'dismiss', { token: followUp.token })).status).toBe(200)
  })
})

describe('a phone that somebody has', () => {
  const claim = async (more: object = {}) => {
    const { location } = await visitor.send({ ...odd, token: await visitor.token(), ...more })
    return location
  }

  test('who agrees again, and is the same person, may be written to again; the email they have stays', async () => {
    const id = await add({ firstName: 'Amaka', email: 'amaka@x.example' })
    await app.look(`insert into opt_out (tenant_id, channel, address, source) values ($1, 'sms', $2, 'form')`, [
      church.tenantId,
      PHONE,
    ])
    const location = await claim()
    await visitor.post(location, { email: 'other@x.example', emails: 'yes', interest: '0' })
    expect(await refusals()).toEqual([PHONE])
    await decide([await idOf()], 'same_person')
    expect(await refusals()).toEqual([])
    expect(await read(id)).toMatchObject({ interest: 0, person: { email: 'amaka@x.example', firstName: 'Amaka' } })
  })

  test('a refusal by SMS or link is not undone by a box on the form', async () => {
    await add({ firstName: 'Amaka' })
    await app.look(`insert into opt_out (tenant_id, channel, address, source) values ($1, 'sms', $2, 'reply')`, [
      church.tenantId,
      PHONE,
    ])
    await claim()
    await decide([await idOf()], 'same_person')
    expect(await refusals()).toEqual([PHONE])
  })

  test('what waits about somebody goes to whom a merge keeps', async () => {
    const known = await add({ firstName: 'Amaka' })
    const keepId = await add({ firstName: 'Amaka', phone: '+2348035553009' })
    await claim()
    expect((await app.call(mergePeople, { body: { keepId, mergeIds: [known], take: {} } }, as())).status).toBe(200)
    expect(await waiting()).toMatchObject([{ known: { id: keepId } }])
    await decide([await idOf()], 'same_person')
    expect((await read(keepId)).log.map(({ kind }) => kind)).toContain('visit')
  })

  test('of somebody archived is asked about as nobody’s', async () => {
    const id = await add({ firstName: 'Amaka' })
    await app.call(archivePeople, { body: { people: { ids: [id] } } }, as())
    await claim()
    expect(await waiting()).toEqual([])
    expect(await states()).toEqual(['entered'])
  })
})

describe('behind "Thank you"', () => {
  const come = async () => (await visitor.send({ ...odd, token: await visitor.token() })).location

  test('nothing can be added after an hour, and the page says no name any more', async () => {
    const location = await come()
    expect((await visitor.open(location)).html).toContain('Zainab')
    app.clock.advance(3_600_000)
    expect((await visitor.open(location)).html).not.toContain('Zainab')
    await visitor.post(location, { source: '2' })
    expect((await read((await people())[0]?.['id'])).sourceId).toBeNull()
  })

  test('what the church does not offer is not taken', async () => {
    const words = { en: { lead: '', thanks: '' }, fr: { lead: '', thanks: '' } }
    const body = { isOn: true, hiddenSources: [2], interests: [0], words }
    await app.call(changeWelcomeForm, { body }, as())
    const location = await come()
    await visitor.post(location, { source: '2' })
    await visitor.post(location, { interest: '1' })
    const id = (await people())[0]?.['id']
    expect(await read(id)).toMatchObject({ sourceId: null, interest: null })
    await visitor.post(location, { source: '1', interest: '0' })
    expect(await read(id)).toMatchObject({ sourceId: 1, interest: 0 })
  })

  test('an email that somebody else has is not theirs: the staff decides', async () => {
    await add({ firstName: 'Amaka', phone: '+2348035553008', email: 'shared@x.example' })
    await visitor.post(await come(), { email: 'SHARED@x.example', emails: 'yes' })
    expect((await people())[0]).toMatchObject({ email: null })
    expect(await waiting()).toMatchObject([{ state: 'claimed', email: 'SHARED@x.example' }])
  })

  test('an address that is no entry shows thanks, and takes nothing', async () => {
    const made = `${visitor.path}/018f0000-0000-8000-8000-000000000001`
    expect((await visitor.open(made)).status).toBe(200)
    expect((await visitor.post(made, { source: '2' })).status).toBe(303)
    expect((await visitor.open(`${visitor.path}/not-an-id`)).status).toBe(200)
    expect(await states()).toEqual([])
  })
})

test('the same person again on one day is nothing new, unless they now agree to something else', async () => {
  await visitor.send({ ...odd, token: await visitor.token() })
  await visitor.send({ ...odd, firstName: 'ZAINAB', token: await visitor.token() })
  expect(await states()).toEqual(['entered', 'repeated'])
  await visitor.send({ ...odd, sms: '', token: await visitor.token() })
  expect(await states()).toEqual(['entered', 'repeated', 'claimed'])
  expect(await people()).toHaveLength(1)
})
