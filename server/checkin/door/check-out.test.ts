import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/station.ts'
import type { GrantTerms } from '#contract/checkin/guardians.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { childrenInClass, comeIn, givePicture, sayForChurch } from '../../test-kit/children-in-class.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { churchDay } from '../families/may-collect.ts'

let app: TestApp
let church: Church
let desk: Colleague
let event: EventRow
let family: Family
let code: string
let registrationId: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ church, desk, event, family, code, registrationId } = await childrenInClass(app))
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = (token = desk.token) => ({ token })
const checkedIn = (who: Family, at: EventRow) => comeIn(app, desk, { family: who, event: at })
const uncle = () => family.otherIds[0] ?? ''
const father = () => family.otherIds[1] ?? ''
const checkOut = (given: object = {}, headers = {}) => {
  const body = { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId, ...given }
  return app.call(calls.checkOut, { body }, { ...as(), headers })
}
const picture = (personId: string) => givePicture(app, church, personId)
const say = (personId: string, terms: Partial<GrantTerms> | null) =>
  sayForChurch(app, church, { familyId: family.familyId, personId, terms })
const out = async () =>
  (
    await app.look(
      `select person_id from registration_child where tenant_id = $1 and checked_out_at is not null order by person_id`,
      [church.tenantId],
    )
  ).map(({ person_id: id }) => id)
const custody = (act: string) =>
  app.look('select * from custody_entry where tenant_id = $1 and act = $2 order by number', [church.tenantId, act])
const everyone = () => family.childIds.toSorted()

describe('going home', () => {
  test('takes the code and a parent, once, and the same again is the same answer', async () => {
    const first = await checkOut()
    expect([first.status, first.body.released.toSorted()]).toEqual([200, everyone()])
    expect((await checkOut()).body.released.toSorted()).toEqual(everyone())
    const entries = await custody('checked_out')
    expect(entries.map((entry) => entry['collector_id'])).toEqual([family.parentId, family.parentId])
    expect((await checkOut({ collectorId: father() })).body.code).toBe('gone_home')
  })

  test('two desks at the same moment let a child go once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => checkOut()))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await custody('checked_out')).toHaveLength(2)
  })

  test('not with a wrong code, a code of another family, of another event, or of another church', async () => {
    const [evening, others] = [await buildEvent(app, church, { startsIn: 1 }), await buildFamily(app, church)]
    const theirs = await app.buildChurch()
    const codes = [
      (await checkedIn(others, event)).code,
      (await checkedIn(await buildFamily(app, church), evening)).code,
      'XXXXXX',
      'no code',
    ]
    for (const wrong of codes) expect((await checkOut({ code: wrong })).body.code).toBe('wrong_code')
    const foreign = await app.call(
      calls.checkOut,
      { body: { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId } },
      as(theirs.admin.token),
    )
    expect(foreign.body.code).toBe('not_found')
    expect(await out()).toEqual([])
    expect((await custody('release_refused')).length).toBeGreaterThanOrEqual(8)
  })

  test('whoever guesses codes is stopped, with the right code too', async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => checkOut({ code: 'XXXXXX' })))
    expect(new Set(guesses.map(({ body }) => body.code))).toEqual(new Set(['wrong_code']))
    expect((await checkOut({})).status).toBe(429)
  })

  test('not a child of another registration, nor one who is not in class: then nobody goes', async () => {
    const others = await buildFamily(app, church)
    await checkedIn(others, event)
    for (const strange of [others.childIds[0], UNKNOWN, family.parentId])
      expect((await checkOut({ childIds: [...family.childIds, strange] })).body.code).toBe('not_found')
    expect(await out()).toEqual([])
  })

  test('is not gated by billing', async () => {
    await app.look(`update subscription set expires_on = '2020-01-01' where tenant_id = $1`, [church.tenantId])
    const look = await app.call(calls.lookAtCollection, { body: { eventId: event.id, code } }, as())
    expect([look.status, (await checkOut()).status]).toEqual([200, 200])
    const body = { eventId: event.id, familyId: family.familyId, children: [] }
    expect((await app.call(calls.checkIn, { body }, as())).status).toBe(402)
  })
})

describe('whom the rules allow', () => {
  test('a guardian needs a grant, and every child one of them', async () => {
    const { body } = await checkOut({ collectorId: uncle() })
    expect(body.code).toBe('not_released')
    expect(body.fields).toEqual(Object.fromEntries(family.childIds.map((id) => [id, 'no_grant'])))
    await say(uncle(), { childIds: [family.childIds[0] ?? ''] })
    const half = await checkOut({ collectorId: uncle() })
    expect(Object.values(half.body.fields ?? {}).toSorted()).toEqual(['allowed', 'no_grant'])
    expect(await out()).toEqual([])
    expect((await checkOut({ collectorId: uncle(), childIds: family.childIds.slice(0, 1) })).status).toBe(200)
  })

  test('only on the days of the grant', async () => {
    // The event's own: it may have begun before midnight.
    const { weekday, day } = churchDay('Africa/Lagos', new Date(event.startsAt))
    for (const terms of [{ weekdays: [(weekday % 7) + 1] }, { fromDay: '2998-01-01' }, { untilDay: '2020-01-01' }]) {
      await say(uncle(), terms)
      expect((await checkOut({ collectorId: uncle() })).body.code).toBe('not_released')
    }
    await say(uncle(), { weekdays: [weekday], fromDay: day, untilDay: day })
    expect((await checkOut({ collectorId: uncle() })).status).toBe(200)
  })

  test('nobody who is named as not authorised, a parent neither', async () => {
    await picture(father())
    await say(father(), { kind: 'not_authorised', note: 'Order of the court' })
    const { body } = await checkOut({ collectorId: father() })
    expect(new Set(Object.values(body.fields ?? {}))).toEqual(new Set(['not_authorised']))
    expect((await checkOut({ collectorId: family.parentId })).status).toBe(200)
  })

  test('nobody of another family or church', async () => {
    const others = await buildFamily(app, church)
    const theirs = await buildFamily(app, await app.buildChurch())
    const replies = [others.parentId, theirs.parentId, UNKNOWN, family.childIds[0]].map((collectorId) =>
      checkOut({ collectorId }),
    )
    const bodies = (await Promise.all(replies)).map(({ body }) => body)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]?.code).toBe('not_released')
    const refused = await custody('release_refused')
    expect(refused.map((entry) => entry['collector_id'])).not.toContain(theirs.parentId)
  })
})

describe('looking who may collect', () => {
  test('tells the classes once, and shows every collector with a verdict for each child', async () => {
    await say(uncle(), { childIds: [family.childIds[0] ?? ''], note: 'Has a red car' })
    const look = (typed: object) => app.call(calls.lookAtCollection, { body: { eventId: event.id, ...typed } }, as())
    const { body } = await look({ code })
    const [one] = body.found
    expect(one).toMatchObject({ registrationId, codeShown: true, familyName: 'Ade' })
    expect(one?.children.map(({ firstName, state }) => [firstName, state])).toEqual([
      ['Ada', 'checked_in'],
      ['Tobi', 'checked_in'],
    ])
    expect(one?.collectors.map(({ name, verdicts, note }) => [name, verdicts, note])).toEqual([
      ['Father Ade', ['allowed', 'allowed'], ''],
      ['Bisi Ade', ['allowed', 'allowed'], ''],
      ['Uncle Ben', ['allowed', 'no_grant'], 'Has a red car'],
    ])
    await look({ code })
    expect(await custody('collector_came')).toHaveLength(2)
    expect((await look({ search: family.phone })).body.found[0]).toMatchObject({ registrationId, codeShown: false })
    expect((await look({ code: 'XXXXXX' })).body.found).toEqual([])
    expect(await custody('collector_came')).toHaveLength(2)
  })
})

describe('two of the staff', () => {
  let second: Colleague
  beforeEach(async () => {
    second = await addColleague(app, church, { roles: ['CheckInLead'] })
  })
  const override = (given: object = {}) => {
    const body = {
      eventId: event.id,
      registrationId,
      childIds: family.childIds,
      collectorId: uncle(),
      collectorName: 'Uncle Ben',
      reason: 'The mother called us.',
      second: { userName: second.email, password: PASSWORD },
      ...given,
    }
    return app.call(calls.overrideCheckOut, { body }, as())
  }

  test('let children go together, with a reason that stays', async () => {
    expect((await override()).body.released.toSorted()).toEqual(everyone())
    const [entry] = await custody('released_by_two')
    expect(entry).toMatchObject({
      actor_id: desk.accountId,
      second_actor_id: second.accountId,
      collector_id: uncle(),
      details: { reason: 'The mother called us.' },
    })
    const noted = await app.look(`select act from audit_entry where tenant_id = $1 and act = 'child.released_by_two'`, [
      church.tenantId,
    ])
    expect(noted).toHaveLength(2)
  })

  test('not one alone, not with a wrong password, not somebody without the ability or of another church', async () => {
    const reader = await addColleague(app, church, { roles: ['Reports'] })
    const stranger = await addColleague(app, await app.buildChurch(), { roles: ['Admin'] })
    const password = PASSWORD
    for (const wrong of [
      { userName: desk.email, password },
      { userName: second.email, password: 'another one' },
      { userName: reader.email, password },
      { userName: stranger.email, password },
      { userName: 'nobody@church.example', password },
    ])
      expect((await override({ second: wrong })).body.code).toBe('second_person')
    expect(await out()).toEqual([])
    expect((await custody('release_refused')).map(({ details }) => (details as { reason: string }).reason)).toContain(
      'second_person',
    )
  })

  test('never to somebody who is named as not authorised, neither by person nor by name', async () => {
    await picture(uncle())
    await say(uncle(), { kind: 'not_authorised' })
    expect((await override()).body.code).toBe('not_released')
    expect((await override({ collectorId: null, collectorName: 'BÉN  uncle' })).body.code).toBe('not_released')
    expect((await override({ collectorId: UNKNOWN })).body.code).toBe('not_found')
    expect(await out()).toEqual([])
    expect((await override({ collectorId: null, collectorName: 'Grandma Joy' })).status).toBe(200)
    expect((await custody('released_by_two'))[0]?.['details']).toMatchObject({ collector: 'Grandma Joy' })
  })

  test('a name that is like that of somebody barred takes the word of two that it is somebody else', async () => {
    const barred = await buildFamily(app, church, { parent: { firstName: 'Olú', lastName: 'Adéyẹmí' } })
    await say(barred.parentId, { kind: 'not_authorised', childIds: [family.childIds[0] ?? ''] })
    const typed = { collectorId: null, collectorName: 'Chief Dr. O. Adeyemi' }
    const wrong = { userName: second.email, password: 'another one' }
    const { status, body } = await override({ ...typed, second: wrong })
    expect([status, body.code, body.fields]).toEqual([
      409,
      'like_barred',
      { [family.childIds[0] ?? '']: 'Olú Adéyẹmí' },
    ])
    expect(await out()).toEqual([])
    expect((await override({ ...typed, collectorName: 'Adeyemi, Olu', isSomebodyElse: true })).body.code).toBe(
      'not_released',
    )
    expect((await override({ ...typed, isSomebodyElse: true })).status).toBe(200)
    expect((await custody('released_by_two')).map(({ details }) => details)).toMatchObject([
      { collector: 'Chief Dr. O. Adeyemi', likeBarred: barred.parentId },
      {},
    ])
  })

  test('not children of another event or registration', async () => {
    const others = await buildFamily(app, church)
    const { registrationId: theirs } = await checkedIn(others, event)
    const evening = await buildEvent(app, church, { startsIn: 1 })
    for (const wrong of [{ registrationId: theirs }, { eventId: evening.id }, { childIds: others.childIds }])
      expect((await override(wrong)).body.code).toBe('not_found')
    expect(await out()).toEqual([])
  })
})
