import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeRule, setUnitsADay } from '#contract/followup/automation.ts'
import type { Action, Definition } from '#contract/followup/automation-rules.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import { grantUnits } from '../../billing/index.ts'
import { automationDesk, task, text, welcome } from '../../test-kit/automation-desk.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

// Sunday, nine in the morning in Lagos (UTC+1). Routes keep their hours: texts leave there from 8:00 to 19:00.
const SUNDAY = '2027-06-06T08:00:00Z'
const DAY_MS = 86_400_000

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.advance(Date.parse(SUNDAY) - app.clock.now().getTime())
  church = await app.buildChurch({ units: 100, expiresOn: '2030-01-01' })
  desk = automationDesk(app, church)
})

let numbers = 0
const phone = () => `080355${String(40_000 + (numbers += 1))}`
const email: Action = { act: 'email', after: 0, subject: 'Happy birthday', text: 'Dear #name#' }
const push: Action = { act: 'push', after: 0, title: 'Happy birthday', text: 'Dear #name#' }
const birthday = { trigger: { kind: 'birthday' as const }, repeat: 'every' as const }

/** The worker comes back then, and has not looked since the rule was switched on. */
const workAt = (instant: string) => desk.workWith({ ...app.server.context, clock: { now: () => new Date(instant) } })
const sent = async () => (await app.look('select channel from campaign where tenant_id = $1', [church.tenantId])).length
const ends = async (rule: string) =>
  Object.fromEntries((await desk.acts(rule)).map(({ kind, state, reason }) => [kind, reason ?? state]))
let grants = 0
const grant = (units: number) =>
  app.server.context.database.withTenant(church.tenantId, (tx) =>
    grantUnits(tx, church.tenantId, { units, reference: `more-${(grants += 1)}`, at: app.clock.now() }),
  )
const bornOn = (birthDay: number, birthMonth = 6) => ({ phone: phone(), birthDay, birthMonth, birthYear: 2000 })

describe('a birthday greeting', () => {
  test('leaves on its day, also in the evening when nothing ran since the morning', async () => {
    const rule = await desk.alive({ ...birthday, actions: [text, task] })
    await desk.enter({ ...bornOn(9), email: `b-${church.tenantId}@x.example` })
    await workAt('2027-06-09T06:59:00Z')
    expect(await desk.acts(rule)).toEqual([])
    await workAt('2027-06-09T17:00:00Z')
    expect(await ends(rule)).toEqual({ sms: 'done', task: 'done' })
  })

  test('is skipped the day after, and says so; the task is given, and nothing is spent', async () => {
    const rule = await desk.alive({ ...birthday, actions: [text, email, push, task] })
    const id = await desk.enter({ ...bornOn(9), email: `c-${church.tenantId}@x.example` })
    await workAt('2027-06-10T07:30:00Z')
    expect(await ends(rule)).toEqual({ sms: 'expired', email: 'expired', push: 'expired', task: 'done' })
    expect(await sent()).toBe(0)
    const why = await desk.why(id, rule)
    expect([why?.reason, why?.metAt]).toEqual([null, '2027-06-09T07:00:00.000Z'])
    expect(why?.acts.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
      ['sms', 'skipped', 'expired'],
      ['email', 'skipped', 'expired'],
      ['push', 'skipped', 'expired'],
      ['task', 'done', null],
    ])
    expect((await desk.overview()).balance).toBe(100)
    const { log, tasks } = (await app.call(readNewcomer, { params: { id } }, desk.as())).body
    expect([log.filter(({ kind }) => kind === 'message'), tasks.length]).toEqual([[], 1])
  })

  test('that was missed by days is told of, not forgotten', async () => {
    const rule = await desk.alive({ ...birthday, actions: [text, task] })
    const ids = [await desk.enter(bornOn(8)), await desk.enter(bornOn(12)), await desk.enter(bornOn(15))]
    await workAt('2027-06-15T08:00:00Z')
    const reasons = new Map(
      (await desk.acts(rule)).flatMap(({ personId, kind, reason }) => (kind === 'sms' ? [[personId, reason]] : [])),
    )
    expect(ids.map((id) => reasons.get(id))).toEqual(['expired', 'expired', null])
    expect(await sent()).toBe(1)
  })

  test('without units waits for them on its day, and not into the next', async () => {
    await app.call(setUnitsADay, { body: { unitsADay: 0 } }, desk.as())
    const rule = await desk.alive({ ...birthday, actions: [text] })
    await desk.enter(bornOn(9))
    await workAt('2027-06-09T08:00:00Z')
    expect((await desk.overview()).waiting).toEqual({ units: 0, dailyCap: 1 })
    await app.call(setUnitsADay, { body: { unitsADay: 10 } }, desk.as())
    await workAt('2027-06-10T08:00:00Z')
    expect(await ends(rule)).toEqual({ sms: 'expired' })
    expect(await sent()).toBe(0)
  })

  test('for which the hours of texts are over is skipped, while an email of that hour leaves; the dry run says the same', async () => {
    const inTheEvening = 12 * 60
    const actions = [text, email].map((action) => ({ ...action, after: inTheEvening }))
    const rule = await desk.alive({ ...birthday, actions })
    await desk.enter({ ...bornOn(9), email: `d-${church.tenantId}@x.example` })
    await workAt('2027-06-09T08:00:00Z')
    await workAt('2027-06-09T19:00:00Z')
    expect(await ends(rule)).toEqual({ sms: 'expired', email: 'done' })
    app.clock.advance(5 * DAY_MS)
    await desk.later(1)
    expect(await desk.dryRun(rule)).toMatchObject({ people: 1, done: { sms: 0, email: 1 }, skipped: 1, units: 0 })
  })

  test('of 29 February is sent on the 28th of other years, on the 29th of leap years, and on no second day', async () => {
    const rule = await desk.alive({ ...birthday, actions: [task] })
    await desk.enter({ birthDay: 29, birthMonth: 2, birthYear: 2000 })
    const metUntil = async (instant: string) => {
      await workAt(instant)
      return (await desk.acts(rule)).map(({ metAt }) => metAt.slice(0, 10)).toSorted()
    }
    expect(await metUntil('2028-02-28T12:00:00Z')).toEqual([])
    expect(await metUntil('2028-02-29T12:00:00Z')).toEqual(['2028-02-29'])
    expect(await metUntil('2028-03-01T12:00:00Z')).toEqual(['2028-02-29'])
    expect(await metUntil('2029-02-28T12:00:00Z')).toEqual(['2028-02-29', '2029-02-28'])
    expect(await metUntil('2029-03-01T12:00:00Z')).toEqual(['2028-02-29', '2029-02-28'])
  })
})

describe('after an outage', () => {
  test.each([
    ['less than a day', 'done', '2027-06-07T07:30:00Z'],
    ['more than a day', 'expired', '2027-06-07T09:30:00Z'],
    ['nine days', 'expired', '2027-06-15T08:00:00Z'],
  ])('of %s a text of a first visit is %s; the task, the stage and the owner are done', async (_name, what, back) => {
    const { accountId: ownerId } = await addColleague(app, church)
    const actions: Action[] = [text, task, { act: 'stage', after: 0, stageId: 4 }, { act: 'owner', after: 0, ownerId }]
    const rule = await desk.alive({ actions })
    const id = await desk.enter({ phone: phone() })
    await workAt(back)
    expect(await ends(rule)).toEqual({ sms: what, task: 'done', stage: 'done', owner: 'done' })
    const { stageId, owner } = (await app.call(readNewcomer, { params: { id } }, desk.as())).body
    expect([stageId, owner?.id]).toEqual([4, ownerId])
  })

  test('what is due only later leaves at its time', async () => {
    const rule = await desk.alive({ actions: [text, { ...text, after: 5 * 1440 }] })
    await desk.enter({ phone: phone() })
    await workAt('2027-06-09T10:00:00Z')
    await workAt('2027-06-11T10:00:00Z')
    expect((await desk.acts(rule)).map(({ reason }) => reason).toSorted()).toEqual(['expired', null].toSorted())
    expect(await sent()).toBe(1)
  })

  test('somebody who stayed away gets no text of days ago, but the task about it', async () => {
    const rule = await desk.alive({ trigger: { kind: 'no_visit', weeks: 1 }, actions: [text, task] })
    await desk.enter({ phone: phone() })
    await workAt('2027-06-20T10:00:00Z')
    expect(await ends(rule)).toEqual({ sms: 'expired', task: 'done' })
  })

  test('a stage reached before it starts no text any more, and leads to the next rule all the same', async () => {
    const first = await desk.alive({
      trigger: { kind: 'stage', stageId: 1 },
      actions: [text, { act: 'stage', after: 0, stageId: 4 }],
    })
    const next = await desk.alive({
      trigger: { kind: 'stage', stageId: 4 },
      actions: [{ ...text, text: 'You are one of us' } as Action],
    })
    await desk.enter({ phone: phone() })
    await workAt('2027-06-09T10:00:00Z')
    expect(await ends(first)).toEqual({ sms: 'expired', stage: 'done' })
    // It was reached now.
    expect(await ends(next)).toEqual({ sms: 'done' })
  })

  test('somebody who came again meanwhile is told as that', async () => {
    const rule = await desk.alive({ actions: [text, task] })
    const id = await desk.enter({ phone: phone() })
    app.clock.advance(2 * DAY_MS)
    await desk.later(1)
    await desk.cameToday(id)
    await desk.work()
    expect(await ends(rule)).toEqual({ sms: 'returned', task: 'returned' })
  })

  test('a message that failed for a day is given up, and one that failed for an hour is not', async () => {
    const rule = await desk.alive()
    await desk.enter({ phone: phone() })
    const { context } = app.server
    const failing = {
      ...context,
      enqueue: () => Promise.reject(new Error('no queue')),
      log: { ...context.log, error: () => undefined },
    }
    for (const hours of [0, 1, 2]) {
      const at = new Date(Date.parse(SUNDAY) + hours * 3_700_000)
      await desk.workWith({ ...failing, clock: { now: () => at } })
    }
    expect(await desk.acts(rule)).toEqual([])
    await workAt('2027-06-07T12:00:00Z')
    expect(await ends(rule)).toEqual({ sms: 'expired' })
    expect(await sent()).toBe(0)
  })
})

describe('what the staff sees waiting', () => {
  test('leaves for a week once there are units, as the overview says, and not after', async () => {
    const poor = await app.buildChurch({ units: 0, expiresOn: '2030-01-01' })
    church = poor
    desk = automationDesk(app, poor)
    const rule = await desk.alive()
    const [first, second] = [await desk.enter({ phone: phone() }), await desk.enter({ phone: phone() })]
    await desk.work()
    expect((await desk.overview()).waiting).toEqual({ units: 2, dailyCap: 0 })
    await grant(1)
    await workAt('2027-06-12T10:00:00Z')
    expect(await sent()).toBe(1)
    await grant(5)
    await workAt('2027-06-13T10:00:00Z')
    const reasons = new Map((await desk.acts(rule)).map(({ personId, reason }) => [personId, reason]))
    expect([first, second].map((id) => reasons.get(id)).toSorted()).toEqual(['expired', null].toSorted())
    expect(await sent()).toBe(1)
  })

  test('is done in the words of a rule that was mended days later', async () => {
    const sources = [1, 2, 3].map((id) => ({ id, name: ['Website', 'Friend', 'Social Media'][id - 1] ?? '' }))
    const conditions: Definition['conditions'] = [{ fact: 'source', is: true, ids: [4] }]
    const rule = await desk.alive({ conditions })
    await desk.enter({ phone: phone(), sourceId: 4 })
    await app.call(changeFollowupSettings, { body: { sources } }, desk.as())
    await desk.work()
    expect(await desk.ruleOf(rule)).toMatchObject({ held: 1 })
    app.clock.advance(3 * DAY_MS)
    await desk.later(0)
    await app.call(
      changeRule,
      { params: { id: rule }, body: { name: 'Mended', version: 1, definition: welcome } },
      desk.as(),
    )
    await desk.dryRun(rule)
    await desk.turn(rule, true, 2)
    await desk.work()
    expect(await ends(rule)).toEqual({ sms: 'done' })
    expect(await desk.ruleOf(rule)).toMatchObject({ held: 0 })
  })
})
