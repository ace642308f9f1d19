import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownCodeOf } from '#contract/checkin/codes.ts'
import * as calls from '#contract/checkin/station.ts'
import { familyRoles } from '#contract/people/families.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: Colleague
let event: EventRow
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
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

const as = (token = desk.token) => ({ token })
const TODDLERS = 0
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

describe('a locked station', () => {
  const lock = () => app.call(calls.lockStation, {}, as())

  test('finds by whole code or phone, shows no notes, and lets nobody out', async () => {
    const { body: labels } = await checkIn(into(TODDLERS))
    expect((await lock()).body).toEqual({ selfService: true })
    expect((await app.call(calls.readStationDay, {}, as())).body.selfService).toBe(true)
    for (const search of ['okafor', family.phone.slice(-6)]) expect(await found({ search })).toEqual([])
    for (const typed of [{ search: family.phone, childName: 'tobi' }, { code: labels.code }]) {
      const [one] = await found(typed)
      expect(one).toMatchObject({ familyId: family.familyId, broughtBy: null })
      const tobi = one?.children.find(({ firstName }) => firstName === 'Tóbí')
      expect(tobi).toMatchObject({ lastName: '', care: [], mayNotLeaveWith: [] })
    }
    expect((await checkIn(into(TODDLERS, TODDLERS))).status).toBe(200)
    const gone = { eventId: event.id, code: labels.code, childIds: [child(0)], collectorId: family.parentId }
    expect((await app.call(calls.checkOut, { body: gone }, as())).body.code).toBe('not_allowed')
    const look = { eventId: event.id, code: labels.code }
    expect((await app.call(calls.lookAtCollection, { body: look }, as())).body.code).toBe('not_allowed')
  })

  test('shows first letters for a phone number or the family’s own code, until a child is named', async () => {
    await checkIn(into(TODDLERS))
    await lock()
    for (const typed of [{ search: family.phone }, { code: ownCodeOf(family.familyId) }]) {
      const { body } = await find(typed)
      expect(body.families).toEqual([])
      expect(body.confirm?.initials.toSorted()).toEqual(family.childIds.map(() => expect.stringMatching(/^.$/)))
      expect(JSON.stringify(body)).not.toContain(family.familyId)
      for (const childName of ['T', '...', 'Bisi'])
        expect((await find({ ...typed, childName })).body).toEqual({ families: [] })
      expect((await find({ ...typed, childName: 'TOBI' })).body.families).toMatchObject([{ familyId: family.familyId }])
    }
    expect((await find({ search: '0809 000 0000' })).body).toEqual({ families: [] })
  })

  test('whoever guesses first names of a number’s children is stopped, however the number is written', async () => {
    await lock()
    const written = [family.phone, family.phone.replace('+234', '0'), `00${family.phone.slice(1)}`]
    for (let tried = 0; tried < 5; tried += 1)
      expect((await find({ search: written[tried % 3] ?? '', childName: 'Bisi' })).body.families).toEqual([])
    expect((await find({ search: family.phone, childName: 'Tobi' })).status).toBe(429)
    const other = await buildFamily(app, church, { children: [{ firstName: 'Ada' }] })
    expect((await find({ search: other.phone, childName: 'Ada' })).body.families).toHaveLength(1)
    app.clock.advance(16 * 60_000)
    expect((await find({ search: family.phone, childName: 'Tobi' })).body.families).toHaveLength(1)
  })

  test('is unlocked by the password of its account only', async () => {
    await lock()
    const unlock = (password: string) => app.call(calls.unlockStation, { body: { password } }, as())
    expect((await unlock('something else')).body.code).toBe('wrong_credentials')
    expect((await app.call(calls.lockStation, {}, as())).status).toBe(403)
    expect((await unlock(PASSWORD)).body).toEqual({ selfService: false })
    expect((await lock()).status).toBe(200)
    const acts = await app.look(
      `select act from audit_entry where tenant_id = $1 and act like 'station.%' order by id`,
      [church.tenantId],
    )
    expect(acts.map(({ act }) => act)).toEqual(['station.locked', 'station.unlocked', 'station.locked'])
  })
})
