import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { convertToMember, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { markVisit } from '#contract/followup/people.ts'
import { mergePeople } from '#contract/people/changes.ts'
import { addDays } from '../../platform/runtime/index.ts'
import { automationDesk, task } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { markWalkedIn } from '../newcomers/index.ts'

// Sunday, nine in the morning in Lagos (UTC+1).
const SUNDAY = '2027-06-06T08:00:00Z'
const TODAY = '2027-06-06'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
const goTo = (instant: string) => app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
const anew = async (timeZone = 'Africa/Lagos') => {
  church = await app.buildChurch({ expiresOn: '2030-01-01', timeZone })
  desk = automationDesk(app, church)
}
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(() => goTo(SUNDAY))

const workAt = (instant: string) => desk.workWith({ ...app.server.context, clock: { now: () => new Date(instant) } })
/** Whom a rule has done something for, each as often as it did. */
const metBy = async (rule: string) => (await desk.acts(rule)).map(({ personId }) => personId).toSorted()
const came = (id: string, day: string) => app.call(markVisit, { params: { id }, body: { day } }, desk.as())
const onFirst = { actions: [task] }
const every = 'every' as const

describe('a first visit', () => {
  beforeEach(() => anew())

  test('is one of today or of the week before; a longer past was entered too late', async () => {
    const rule = await desk.alive(onFirst)
    const today = await desk.enter()
    const aWeekAgo = await desk.enter({ joinedOn: addDays(TODAY, -7) })
    await desk.enter({ joinedOn: addDays(TODAY, -8) })
    await desk.work()
    expect(await metBy(rule)).toEqual([today, aWeekAgo].toSorted())
  })

  test('is none of a new convert, nor of a child that came with its parents', async () => {
    const rule = await desk.alive(onFirst)
    await desk.enter({ kind: 'new_convert' })
    const [parent, child] = [await desk.enter(), await desk.enter()]
    await app.server.context.database.withTenant(church.tenantId, (tx) =>
      markWalkedIn(tx, { parentIds: [parent], childIds: [child], at: app.clock.now() }),
    )
    await desk.work()
    expect(await metBy(rule)).toEqual([parent])
  })

  test('before a rule was switched on, while it was off, or before it was on again, starts nothing', async () => {
    await desk.enter()
    app.clock.advance(60_000)
    const rule = await desk.alive(onFirst)
    await desk.work()
    await desk.turn(rule, false)
    await desk.enter()
    await desk.work()
    app.clock.advance(60_000)
    await desk.turn(rule, true)
    await desk.work()
    expect(await metBy(rule)).toEqual([])
    const id = await desk.enter()
    await desk.work()
    expect(await metBy(rule)).toEqual([id])
  })

  test('of two records that were merged before the rule looked is one first visit', async () => {
    const rule = await desk.alive(onFirst)
    const [keepId, otherId] = [await desk.enter(), await desk.enter()]
    const merged = await app.call(mergePeople, { body: { keepId, mergeIds: [otherId], take: {} } }, desk.as())
    expect(merged.status).toBe(200)
    await desk.work()
    expect(await metBy(rule)).toEqual([keepId])
  })
})

describe('a second visit', () => {
  beforeEach(() => anew())
  const onSecond = { trigger: { kind: 'second_visit' as const }, actions: [task], repeat: every }

  test('is the first later day, and no third', async () => {
    const rule = await desk.alive(onSecond)
    const id = await desk.enter({ joinedOn: addDays(TODAY, -3) })
    await came(id, addDays(TODAY, -1))
    await desk.work()
    await came(id, TODAY)
    await desk.work()
    expect(await metBy(rule)).toEqual([id])
  })

  test('of more than a week ago was entered too late', async () => {
    const rule = await desk.alive(onSecond)
    const ids = [await desk.enter({ joinedOn: '2027-05-02' }), await desk.enter({ joinedOn: '2027-05-02' })]
    await came(ids[0] ?? '', addDays(TODAY, -8))
    await came(ids[1] ?? '', addDays(TODAY, -7))
    await desk.work()
    expect(await metBy(rule)).toEqual([ids[1]])
  })

  test('is not the day of the first visit said again', async () => {
    const rule = await desk.alive(onSecond)
    const id = await desk.enter()
    await came(id, TODAY)
    await desk.work()
    expect(await metBy(rule)).toEqual([])
  })
})

describe('a stage', () => {
  beforeEach(() => anew())
  const onStage = (stageId: number) => ({
    trigger: { kind: 'stage' as const, stageId },
    actions: [task],
    repeat: every,
  })
  const move = (id: string, stageId: number) =>
    app.call(updateLifeCycle, { params: { id }, body: { stageID: stageId } }, desk.as())

  test('is reached by who enters at it, each on their own path', async () => {
    const [guests, converts] = [await desk.alive(onStage(1)), await desk.alive(onStage(6))]
    const [guest, convert] = [await desk.enter(), await desk.enter({ kind: 'new_convert' })]
    await desk.work()
    expect([await metBy(guests), await metBy(converts)]).toEqual([[guest], [convert]])
  })

  test('is reached by who is put there, each time, and not by who leaves it or stays', async () => {
    const rule = await desk.alive(onStage(4))
    const id = await desk.enter()
    for (const stageId of [4, 4, 1, 4, 2]) await move(id, stageId)
    await desk.work()
    expect(await metBy(rule)).toEqual([id, id])
  })

  test('of a member is reached by becoming one', async () => {
    const rule = await desk.alive(onStage(5))
    const id = await desk.enter()
    await app.call(convertToMember, { query: { personId: id } }, desk.as())
    await desk.work()
    expect(await metBy(rule)).toEqual([id])
  })
})

describe('an absence', () => {
  beforeEach(() => anew())
  const away = (weeks: number) => ({ trigger: { kind: 'no_visit' as const, weeks }, actions: [task], repeat: every })

  test('is met in the morning after so many weeks, not at seven, once', async () => {
    const rule = await desk.alive(away(1))
    const id = await desk.enter()
    await workAt('2027-06-14T06:59:00Z')
    expect(await metBy(rule)).toEqual([])
    await workAt('2027-06-14T07:00:00Z')
    await workAt('2027-06-15T07:00:00Z')
    expect(await metBy(rule)).toEqual([id])
  })

  test('begins again with each visit; a visit on its last day ends it', async () => {
    const rule = await desk.alive(away(1))
    const id = await desk.enter()
    goTo('2027-06-13T10:00:00Z')
    await desk.later(0)
    await came(id, '2027-06-13')
    await workAt('2027-06-20T10:00:00Z')
    expect(await metBy(rule)).toEqual([])
    await workAt('2027-06-21T10:00:00Z')
    expect(await metBy(rule)).toEqual([id])
  })

  test('is none of a member, who is no first-timer any more', async () => {
    const rule = await desk.alive(away(1))
    const [member, guest] = [await desk.enter(), await desk.enter()]
    await app.call(convertToMember, { query: { personId: member } }, desk.as())
    await workAt('2027-06-14T10:00:00Z')
    expect(await metBy(rule)).toEqual([guest])
  })
})

describe('a birthday', () => {
  const onBirthday = { trigger: { kind: 'birthday' as const }, actions: [task], repeat: every }
  const born = (birthDay: number, more = {}) => desk.enter({ birthDay, birthMonth: 6, birthYear: 2000, ...more })

  test('is met of those who are followed up: also without a year, not of members, not on the day of the birth', async () => {
    await anew()
    const rule = await desk.alive(onBirthday)
    const ids = [await born(8), await born(8, { birthYear: null })]
    const member = await born(8)
    await app.call(convertToMember, { query: { personId: member } }, desk.as())
    await born(5, { birthYear: 2027 })
    await born(9)
    await workAt('2027-06-08T10:00:00Z')
    expect(await metBy(rule)).toEqual(ids.toSorted())
  })

  test('of the day on which somebody is entered is met from the next year on', async () => {
    await anew()
    const rule = await desk.alive(onBirthday)
    const id = await born(6)
    await workAt('2027-06-07T10:00:00Z')
    expect(await metBy(rule)).toEqual([])
    await workAt('2028-06-06T10:00:00Z')
    expect(await metBy(rule)).toEqual([id])
  })

  test.each([
    ['Pacific/Kiritimati', '2027-06-07T17:59:00Z', '2027-06-07T18:00:00Z'],
    ['America/New_York', '2027-06-08T11:59:00Z', '2027-06-08T12:00:00Z'],
  ])('begins at eight of the church’s morning, in %s', async (timeZone, before, at) => {
    await anew(timeZone)
    const rule = await desk.alive(onBirthday)
    const id = await born(8)
    await workAt(before)
    expect(await metBy(rule)).toEqual([])
    await workAt(at)
    expect(await metBy(rule)).toEqual([id])
  })
})
