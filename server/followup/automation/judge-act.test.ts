import { describe, expect, test } from 'vitest'
import type { Action, ActReason, Trigger } from '#contract/followup/automation-rules.ts'
import { EFUA, factsOf, occasionOf, place } from '../../test-kit/rule-case.ts'
import { dueAt } from './act-store.ts'
import type { Facts } from './facts.ts'
import { addressOf, judgeAct } from './judge-act.ts'
import { isTooLate } from './too-late.ts'

const sms: Action = { act: 'sms', after: 0, senderId: 'GRACECHAPEL', text: 'Welcome #name#' }
const email: Action = { act: 'email', after: 0, subject: 'Welcome', text: 'Come again' }
const push: Action = { act: 'push', after: 0, title: 'Welcome', text: 'Come again' }
const task: Action = { act: 'task', after: 0, instructions: 'Call', ownerId: null, dueDays: 1, reminder: null }
const stage = (stageId: number): Action => ({ act: 'stage', after: 0, stageId })
const owner: Action = { act: 'owner', after: 0, ownerId: EFUA }
const reached = { phone: '+2348035550001', email: 'hauwa@x.example', hasDevice: true }

const firstVisit: Trigger = { kind: 'first_visit' }
const birthday: Trigger = { kind: 'birthday' }
const DUE = new Date('2026-05-03T08:00:00Z')
const onTime = { due: DUE, asOf: DUE, leavesAt: DUE, waitedFor: null }
const OTHER = '018f0000-0000-7000-8000-000000000002'

type Case = Partial<Pick<Parameters<typeof judgeAct>[0], 'trigger' | 'timing' | 'sharedWith'>>
const judged = (action: Action, known: Partial<Facts> = reached, more: Case = {}) => {
  const occasion = occasionOf('2026-05-03')
  const standing = { trigger: firstVisit, timing: onTime, sharedWith: null, ...more }
  const { state, reason, otherId } = judgeAct({ action, facts: factsOf(known), occasion, place, ...standing })
  return [state, reason, otherId]
}
const go = ['go', null, null]
const skipped = (reason: ActReason) => ['skipped', reason, null]
const stopped = (reason: ActReason) => ['stopped', reason, null]

describe('what a rule does for somebody', () => {
  test('everything is done for somebody who can be reached and has refused nothing', () => {
    for (const action of [sms, email, push, task, stage(4), owner])
      expect([action.act, judged(action)]).toEqual([action.act, go])
  })

  test.each([
    ['a text without a phone', sms, { ...reached, phone: null }],
    ['an email without an address', email, { ...reached, email: null }],
    ['a push without a browser', push, { ...reached, hasDevice: false }],
  ])('%s is skipped: nobody can be reached that way', (_name, action, known) => {
    expect(judged(action, known)).toEqual(skipped('no_address'))
  })

  test('what was refused on one channel is skipped there, and not on the others', () => {
    const refused = { ...reached, refused: ['email' as const] }
    expect([judged(sms, refused), judged(email, refused), judged(push, refused)]).toEqual([go, skipped('refused'), go])
  })

  test('the same words to the same address are skipped with whom they went to; no address and a refusal come first', () => {
    const shared = { sharedWith: OTHER }
    expect(judged(sms, reached, shared)).toEqual(['skipped', 'same_address', OTHER])
    expect(judged(sms, { ...reached, phone: null }, shared)).toEqual(skipped('no_address'))
    expect(judged(sms, { ...reached, refused: ['sms'] }, shared)).toEqual(skipped('refused'))
    expect(judged(task, reached, shared)).toEqual(go)
  })

  test('a stage of the other path is not possible; one that is gone is not either', () => {
    expect(judged(stage(6))).toEqual(skipped('not_possible'))
    expect(judged(stage(6), { kind: 'new_convert' })).toEqual(go)
    expect(judged(stage(99))).toEqual(skipped('not_possible'))
  })

  test('nothing is done any more for somebody archived or paused, archived first', () => {
    for (const action of [sms, task, stage(4), owner]) {
      expect(judged(action, { ...reached, archived: true, paused: true })).toEqual(stopped('archived'))
      expect(judged(action, { ...reached, paused: true })).toEqual(stopped('paused'))
    }
  })

  test('a number or address is what others may have too; a browser is a person’s own', () => {
    const facts = { phone: '+2348035550001', email: 'hauwa@x.example' }
    expect([addressOf('sms', facts), addressOf('email', facts)]).toEqual([facts.phone, facts.email])
    expect([addressOf('push', facts), addressOf('task', facts)]).toEqual([null, null])
  })
})

describe('somebody who came again', () => {
  const cameOn = (day: string, known = `${day}T09:00:00Z`) => ({ ...reached, visits: [{ day, at: new Date(known) }] })
  const later = new Date('2026-05-11T08:00:00Z')
  const timing = { ...onTime, due: later, asOf: later, leavesAt: later }

  test.each([
    ['a later day ends what was to follow', cameOn('2026-05-10'), stopped('returned')],
    ['the same day does not', cameOn('2026-05-03'), go],
    ['an earlier day does not', cameOn('2026-04-26'), go],
    ['a later day that became known after it was done does not', cameOn('2026-05-10', '2026-05-12T09:00:00Z'), go],
    [
      'a later day that became known at that very moment does',
      cameOn('2026-05-10', later.toISOString()),
      stopped('returned'),
    ],
  ])('%s', (_name, known, verdict) => {
    expect([judged(sms, known, { timing }), judged(task, known, { timing })]).toEqual([verdict, verdict])
  })
})

describe('too late', () => {
  const at = (asOf: string, waitedFor: ActReason | null = null, leavesAt = asOf) => ({
    due: DUE,
    asOf: new Date(asOf),
    leavesAt: new Date(leavesAt),
    waitedFor,
  })
  const isLate = (action: Action, trigger: Trigger, timing: ReturnType<typeof at>, timeZone = 'Africa/Lagos') =>
    isTooLate({ action, trigger, timeZone, timing })

  test.each([
    ['on time', '2026-05-03T08:00:00Z', false],
    ['a whole day late', '2026-05-04T08:00:00Z', false],
    ['longer than a day late', '2026-05-04T08:00:01Z', true],
    ['weeks late', '2026-06-01T08:00:00Z', true],
  ])('a message of a visit, a stage or an absence %s', (_name, asOf, late) => {
    const triggers: Trigger[] = [
      firstVisit,
      { kind: 'second_visit' },
      { kind: 'no_visit', weeks: 2 },
      { kind: 'stage', stageId: 4 },
    ]
    for (const trigger of triggers)
      for (const action of [sms, email, push])
        expect([trigger.kind, action.act, isLate(action, trigger, at(asOf))]).toEqual([trigger.kind, action.act, late])
  })

  test.each<[ActReason, boolean]>([
    ['units', false],
    ['daily_cap', false],
    ['broken', false],
    ['off', false],
    ['later_try', true],
  ])('a message that waited for three days because of "%s"', (waitedFor, late) => {
    expect(isLate(sms, firstVisit, at('2026-05-06T08:00:00Z', waitedFor))).toBe(late)
  })

  test('what the staff saw waiting is too late after a week', () => {
    expect(isLate(sms, firstVisit, at('2026-05-10T08:00:00Z', 'units'))).toBe(false)
    expect(isLate(sms, firstVisit, at('2026-05-10T08:00:01Z', 'units'))).toBe(true)
  })

  test.each([
    ['in the evening of the day', '2026-05-03T22:59:59Z', 'Africa/Lagos', false],
    ['at midnight in Lagos', '2026-05-03T23:00:00Z', 'Africa/Lagos', true],
    ['at the same instant in New York, where it is evening', '2026-05-03T23:00:00Z', 'America/New_York', false],
    ['at midnight in New York', '2026-05-04T04:00:00Z', 'America/New_York', true],
    ['at midnight in Kiritimati, two hours after it was due', '2026-05-03T10:00:00Z', 'Pacific/Kiritimati', true],
  ])('a birthday greeting %s', (_name, asOf, timeZone, late) => {
    for (const action of [sms, email, push]) expect(isLate(action, birthday, at(asOf), timeZone)).toBe(late)
  })

  test('a birthday greeting that waits for units does not outlive the day either', () => {
    for (const waitedFor of ['units', 'daily_cap', 'broken', 'off'] as const)
      expect(isLate(sms, birthday, at('2026-05-04T08:00:00Z', waitedFor))).toBe(true)
  })

  test('a birthday text that could leave only in the morning after is not handed over; another text waits for the morning', () => {
    const night = at('2026-05-03T20:00:00Z', null, '2026-05-04T07:30:00Z')
    expect([isLate(sms, birthday, night), isLate(sms, firstVisit, night)]).toEqual([true, false])
  })

  test('tasks, stages and owners are done however late it is', () => {
    for (const trigger of [birthday, firstVisit])
      for (const action of [task, stage(4), owner])
        expect(isLate(action, trigger, at('2027-01-01T08:00:00Z'))).toBe(false)
  })

  test('who came again or is archived is told as that, not as too late', () => {
    const timing = at('2026-05-11T08:00:00Z')
    const visits = [{ day: '2026-05-10', at: new Date('2026-05-10T09:00:00Z') }]
    expect(judged(sms, { ...reached, visits }, { timing })).toEqual(stopped('returned'))
    expect(judged(sms, { ...reached, archived: true }, { timing })).toEqual(stopped('archived'))
    expect(judged(sms, reached, { timing })).toEqual(skipped('expired'))
    expect(judged(task, reached, { timing })).toEqual(go)
  })
})

test('an action is due so many minutes after what happened, also over a change of the clocks', () => {
  expect(dueAt(DUE, { after: 0 })).toEqual(DUE)
  expect(dueAt(new Date('2026-03-28T12:00:00Z'), { after: 1440 })).toEqual(new Date('2026-03-29T12:00:00Z'))
})
