import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownCodeOf } from '#contract/checkin/codes.ts'
import * as calls from '#contract/checkin/station.ts'
import * as walkIns from '#contract/checkin/walk-in.ts'
import { familyRoles } from '#contract/people/families.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: Colleague
let event: EventRow
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  desk = await addColleague(app, church, { roles: ['CheckIn'] })
  const classes = [
    { name: 'Toddlers', capacity: null },
    { name: 'Juniors', capacity: 2 },
  ]
  event = await buildEvent(app, church, { name: 'Sunday service', startsIn: -0.5, classes })
  family = await buildFamily(app, church, {
    parent: { firstName: 'Ngọzi', lastName: 'Ọkáfọ̀r' },
    children: [{ firstName: 'Tóbí' }, { firstName: 'Ada', role: familyRoles.daughter }],
  })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = (token = desk.token) => ({ token })
const [TODDLERS, JUNIORS] = [0, 1]
const classAt = (index: number): string => event.classes[index]?.id ?? ''
const child = (index: number): string => family.childIds[index] ?? ''
const into = (...classes: number[]) => classes.map((index, nth) => ({ personId: child(nth), classId: classAt(index) }))
type Arriving = { personId: string; classId: string }[]
const checkIn = (children: Arriving = into(TODDLERS, TODDLERS), more: object = {}, token = desk.token) =>
  app.call(calls.checkIn, { body: { eventId: event.id, familyId: family.familyId, children, ...more } }, as(token))
type Typed = { code?: string; search?: string; childName?: string }
const find = (typed: Typed, token = desk.token) =>
  app.call(calls.findFamilies, { body: { eventId: event.id, ...typed } }, as(token))
const found = async (typed: Typed) => (await find(typed)).body.families
const custody = (act: string) =>
  app.look('select * from custody_entry where tenant_id = $1 and act = $2 order by number', [church.tenantId, act])
const takenOf = async (index: number) =>
  (await app.look('select taken from event_class where id = $1', [classAt(index)]))[0]?.['taken']

describe('checking in', () => {
  test('registers, marks, logs and answers the labels, all in one', async () => {
    await app.look(
      `insert into care_note (tenant_id, person_id, kind, name, instruction, added_at)
       values ($1, $2, 'allergy', 'Peanuts', 'Pen in the bag', now())`,
      [church.tenantId, child(0)],
    )
    const { status, body } = await checkIn()
    expect(status).toBe(200)
    expect(body).toMatchObject({ churchName: 'Grace Chapel', eventName: 'Sunday service', familyName: 'Ade' })
    expect(body.code).toMatch(/^[346789CDFGHJKMNPQRTVWXY]{6}$/)
    const [ada, tobi] = body.children
    expect(ada).toMatchObject({ firstName: 'Ada', className: 'Toddlers', allergies: [], hasCustodyFlag: false })
    expect(tobi).toMatchObject({ firstName: 'Tóbí', allergies: ['Peanuts'], medical: [] })
    expect(await takenOf(TODDLERS)).toBe(2)
    const entries = await custody('checked_in')
    expect(entries.map(({ number, actor_id: actor }) => [number, actor])).toEqual([
      [1, desk.accountId],
      [2, desk.accountId],
    ])
  })

  test('again is the same answer and writes nothing; who is in stays in the class', async () => {
    const first = await checkIn()
    const again = await checkIn(into(JUNIORS, TODDLERS))
    expect(again.body).toEqual(first.body)
    expect(await custody('checked_in')).toHaveLength(2)
    expect(await takenOf(JUNIORS)).toBe(0)
  })

  test('two stations at the same moment check a child in once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => checkIn()))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.code}`)).size).toBe(1)
    expect(await custody('checked_in')).toHaveLength(2)
    expect(await takenOf(TODDLERS)).toBe(2)
  })

  test('one full class refuses all of them and names it', async () => {
    const other = await buildFamily(app, church, { children: [{}, {}] })
    const children = other.childIds.map((personId) => ({ personId, classId: classAt(JUNIORS) }))
    await checkIn(children, { familyId: other.familyId })
    const { status, body } = await checkIn(into(TODDLERS, JUNIORS))
    expect([status, body.code, body.fields]).toEqual([409, 'class_full', { [classAt(JUNIORS)]: 'Juniors' }])
    expect(await takenOf(TODDLERS)).toBe(0)
    expect(await custody('checked_in')).toHaveLength(2)
  })

  test('only for events of today', async () => {
    const next = await buildEvent(app, church, { startsIn: 72 })
    const children = [{ personId: child(0), classId: next.classes[0]?.id ?? '' }]
    expect((await checkIn(children, { eventId: next.id })).body.code).toBe('not_today')
    expect((await checkIn(into(TODDLERS), { eventId: UNKNOWN })).body.code).toBe('not_found')
  })

  test('not somebody else’s child, family or class; a station of nobody is not named', async () => {
    const other = await app.buildChurch()
    const theirs = await buildFamily(app, other)
    const theirEvent = await buildEvent(app, other, { startsIn: -0.5 })
    const strange = { personId: theirs.childIds[0] ?? '', classId: classAt(TODDLERS) }
    expect((await checkIn([strange])).body.code).toBe('not_found')
    expect((await checkIn(into(TODDLERS), { familyId: theirs.familyId })).body.code).toBe('not_found')
    expect((await checkIn([{ personId: child(0), classId: theirEvent.classes[0]?.id ?? '' }])).body.code).toBe(
      'not_found',
    )
    expect(await custody('checked_in')).toEqual([])
    expect((await checkIn(into(TODDLERS), { stationId: UNKNOWN })).status).toBe(200)
    expect(await custody('checked_in')).toMatchObject([{ station_id: null }])
  })
})

describe('looking for a family', () => {
  test('by code, phone, its last digits, and names with or without marks', async () => {
    const { body } = await checkIn(into(TODDLERS))
    const codes = [body.code, body.code.toLowerCase(), `${body.code.slice(0, 3)} ${body.code.slice(3)}`]
    for (const code of codes) expect((await found({ code }))[0]?.familyId).toBe(family.familyId)
    for (const search of [family.phone, family.phone.slice(-4), 'okafor', 'Ọkáfọ̀r', 'tobi ok', 'ade'])
      expect([search, (await found({ search })).map(({ familyId }) => familyId)]).toEqual([search, [family.familyId]])
    expect(await found({ search: 'nobody' })).toEqual([])
    expect((await find({ search: 'ok' })).body.code).toBe('invalid_input')
    expect((await find({})).body.code).toBe('invalid_input')
  })

  test('shows the children with what has to be known of them', async () => {
    await checkIn(into(TODDLERS))
    const [one] = await found({ search: 'okafor' })
    expect(one).toMatchObject({ name: 'Ade', broughtBy: { name: 'Ngọzi Ọkáfọ̀r', phone: family.phone } })
    const children = one?.children.map(({ firstName, state, classId }) => [firstName, state, classId])
    expect(children?.toSorted()).toEqual([
      ['Ada', 'none', null],
      ['Tóbí', 'checked_in', classAt(TODDLERS)],
    ])
  })

  test('by the family’s own code of the portal, however it is typed, which is no code of the day', async () => {
    const own = ownCodeOf(family.familyId)
    for (const typed of [
      { code: own },
      { search: own.toLowerCase() },
      { code: `${own.slice(0, 4)} - ${own.slice(4)}` },
    ])
      expect((await found(typed)).map(({ familyId }) => familyId)).toEqual([family.familyId])
    const theirs = await buildFamily(app, await app.buildChurch())
    expect(await found({ code: ownCodeOf(theirs.familyId) })).toEqual([])
    const { body: labels } = await checkIn()
    const look = async (code: string) =>
      (await app.call(calls.lookAtCollection, { body: { eventId: event.id, code } }, as())).body.found
    expect(await look(own)).toMatchObject([{ registrationId: labels.registrationId, codeShown: false }])
    const gone = { eventId: event.id, code: own, childIds: family.childIds, collectorId: family.parentId }
    expect((await app.call(calls.checkOut, { body: gone }, as())).body.code).toBe('wrong_code')
  })

  test('who guesses codes is stopped, and right codes with them', async () => {
    const { body } = await checkIn()
    for (let tried = 0; tried < 30; tried += 1) expect((await find({ code: 'XXXXXX' })).body.families).toEqual([])
    expect((await find({ code: body.code })).status).toBe(429)
    app.clock.advance(61_000)
    expect((await find({ code: body.code })).body.families).toHaveLength(1)
  })
})

describe('a family that nobody knows', () => {
  const form = () => ({
    eventId: event.id,
    parent: { firstName: 'Bọ́lá', lastName: 'Eze', phone: '0803 999 1234', role: familyRoles.mother },
    children: [{ firstName: 'Kemi', lastName: 'Eze', years: 5, classId: classAt(TODDLERS), allergy: 'Milk' }],
    isNew: false,
  })
  const walkIn = (given: object = {}, headers = {}) =>
    app.call(walkIns.walkIn, { body: { ...form(), ...given } }, { ...as(), headers })

  test('is added, registered and checked in by one short form', async () => {
    const { status, body } = await walkIn()
    expect(status).toBe(200)
    expect(body.labels?.children).toMatchObject([{ firstName: 'Kemi', allergies: ['Milk'], className: 'Toddlers' }])
    const [one] = await found({ search: '08039991234' })
    expect(one).toMatchObject({ familyId: body.familyId, name: 'Eze', broughtBy: { name: 'Bọ́lá Eze' } })
    expect(one?.children[0]?.care).toEqual([{ kind: 'allergy', name: 'Milk', instruction: '' }])
    const [kept] = await app.look('select birth_year, birth_month, kind from person where id = $1', [
      one?.children[0]?.personId,
    ])
    const year = Number(dayIn('Africa/Lagos', app.clock.now()).slice(0, 4)) - 5
    expect(kept).toMatchObject({ birth_month: null, kind: 'first_timer' })
    expect(Math.abs(Number(kept?.['birth_year']) - year)).toBeLessThanOrEqual(1)
  })

  test('the same press twice is one family', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [one, other] = await Promise.all([walkIn({}, headers), walkIn({}, headers)])
    expect(one.body).toEqual(other.body)
    expect(await found({ search: 'eze' })).toHaveLength(1)
  })

  test('whose phone is known is shown first, and added only when it is none of them', async () => {
    await walkIn()
    const { body } = await walkIn()
    expect(body).toMatchObject({ labels: null, familyId: null })
    expect(body.known.map(({ name }) => name)).toEqual(['Eze'])
    expect((await walkIn({ isNew: true })).body.known).toEqual([])
    expect(await found({ search: '08039991234' })).toHaveLength(2)
  })

  test('leaves nothing behind when a class is full or a field is wrong', async () => {
    const children = [1, 2, 3].map((nth) => ({
      ...form().children[0],
      firstName: `K${nth}`,
      classId: classAt(JUNIORS),
    }))
    expect((await walkIn({ children })).body.code).toBe('class_full')
    const { body } = await walkIn({ parent: { ...form().parent, phone: '12' } })
    expect([body.code, Object.keys(body.fields ?? {})]).toEqual(['invalid_input', ['parent.phone']])
    expect(await found({ search: 'eze' })).toEqual([])
  })

  test('is completed afterwards, as long as it is at the door', async () => {
    const { body } = await walkIn()
    const personId = body.labels?.children[0]?.personId ?? ''
    const given = { personId, birthDay: 3, birthMonth: 4, birthYear: 2021, gender: 'female' as const, care: [] }
    const complete = (familyId: string, children: object[]) =>
      app.call(walkIns.completeFamily, { body: { familyId, children } as never }, as())
    const done = await complete(body.familyId ?? '', [given])
    expect(done.status).toBe(200)
    expect(done.body.children[0]).toMatchObject({ firstName: 'Kemi', care: [{ name: 'Milk' }] })
    const [kept] = await app.look(
      `select p.birth_day, p.gender, m.role from person p join family_member m on m.person_id = p.id where p.id = $1`,
      [personId],
    )
    expect(kept).toEqual({ birth_day: 3, gender: 'female', role: familyRoles.daughter })
    expect((await complete(family.familyId, [{ ...given, personId: child(0) }])).body.code).toBe('not_found')
    expect((await complete(body.familyId ?? '', [{ ...given, personId: child(0) }])).body.code).toBe('not_found')
    expect((await complete(body.familyId ?? '', [{ ...given, birthDay: 31 }])).body.code).toBe('invalid_input')
  })
})

describe('the rest of the day', () => {
  test('labels are printed again with the same code, and the log keeps it', async () => {
    const { body } = await checkIn()
    const again = await app.call(calls.reprint, { body: { registrationId: body.registrationId } }, as())
    expect(again.body).toEqual(body)
    expect(await custody('labels_reprinted')).toHaveLength(1)
    expect((await app.call(calls.reprint, { body: { registrationId: UNKNOWN } }, as())).body.code).toBe('not_found')
  })

  test('a child moves, places exact, also while it is in class', async () => {
    await checkIn(into(TODDLERS, JUNIORS))
    const move = (index: number, personId = child(0)) =>
      app.call(calls.moveChild, { body: { eventId: event.id, personId, classId: classAt(index) } }, as())
    expect((await move(JUNIORS)).body.children).toMatchObject([{ firstName: 'Tóbí', className: 'Juniors' }])
    expect([await takenOf(TODDLERS), await takenOf(JUNIORS)]).toEqual([0, 2])
    await move(JUNIORS)
    expect(await custody('moved')).toHaveLength(1)
    const other = await buildFamily(app, church)
    const [personId = ''] = other.childIds
    await checkIn([{ personId, classId: classAt(TODDLERS) }], { familyId: other.familyId })
    expect((await move(JUNIORS, personId)).body.code).toBe('class_full')
    expect([await takenOf(TODDLERS), await takenOf(JUNIORS)]).toEqual([1, 2])
  })

  test('today is the church’s, and the next event stands in while there is none', async () => {
    await checkIn(into(TODDLERS, JUNIORS))
    const { body } = await app.call(calls.readStationDay, {}, as())
    expect(body.events).toMatchObject([{ id: event.id, isToday: true }])
    expect(body.events[0]?.classes).toMatchObject([
      { name: 'Toddlers', taken: 1, checkedIn: 1, placesLeft: null },
      { name: 'Juniors', taken: 1, checkedIn: 1, placesLeft: 1, capacity: 2 },
    ])
    const quiet = await app.buildChurch()
    const next = await buildEvent(app, quiet, { startsIn: 96 })
    await buildEvent(app, quiet, { startsIn: 120 })
    const { body: later } = await app.call(calls.readStationDay, {}, as(quiet.admin.token))
    expect(later.events.map(({ id, isToday }) => [id, isToday])).toEqual([[next.id, false]])
  })
})
