import { describe, expect, test } from 'vitest'
import type { Action, Condition, Definition } from '#contract/followup/automation-rules.ts'
import { ALPHA, CHOIR, EFUA, place } from '../../test-kit/rule-case.ts'
import { faultsOf, namesIn, refusals } from './faults.ts'
import { nextLook } from './meet.ts'

const GONE = '018f0000-0000-7000-8000-0000000000c1'
const task = (ownerId: string | null): Action => ({
  act: 'task',
  after: 0,
  instructions: 'Call',
  ownerId,
  dueDays: 1,
  reminder: null,
})
const sms = (senderId: string): Action => ({ act: 'sms', after: 0, senderId, text: 'Welcome' })

const faults = (part: Partial<Definition>, names: Record<string, string> = {}) =>
  faultsOf(
    {
      definition: { trigger: { kind: 'first_visit' }, conditions: [], actions: [task(null)], repeat: 'once', ...part },
      names,
    },
    place,
  )

describe('what a rule names', () => {
  test.each<[string, Condition]>([
    ['stages of both paths', { fact: 'stage', is: true, ids: [1, 4, 6] }],
    ['a source, and "not specified"', { fact: 'source', is: false, ids: [0, 1] }],
    ['a group', { fact: 'group', is: true, ids: [ALPHA, CHOIR] }],
    ['an age, a kind, a gender or an agreement, which cannot be removed', { fact: 'age', atLeast: 13, atMost: null }],
  ])('%s may stand in a condition', (_name, condition) => {
    expect(faults({ conditions: [condition] })).toEqual([])
  })

  test.each<[string, Condition, object]>([
    ['a retired stage', { fact: 'stage', is: true, ids: [1, 11] }, { what: 'stage', name: 'Tea' }],
    ['a stage that never was', { fact: 'stage', is: false, ids: [99] }, { what: 'stage', name: '99' }],
    ['a retired source', { fact: 'source', is: true, ids: [4] }, { what: 'source', name: 'Flyer' }],
    [
      'a removed group, by the name that it had',
      { fact: 'group', is: false, ids: [GONE] },
      { what: 'group', name: 'Beta' },
    ],
  ])('%s breaks a condition, whether it asks for it or excludes it', (_name, condition, fault) => {
    expect(faults({ conditions: [condition] }, { [GONE]: 'Beta' })).toEqual([fault])
  })

  test.each<[string, Partial<Definition>, object]>([
    ['a stage that is waited for', { trigger: { kind: 'stage', stageId: 11 } }, { what: 'stage', name: 'Tea' }],
    [
      'a stage that people are put at',
      { actions: [{ act: 'stage', after: 0, stageId: 11 }] },
      { what: 'stage', name: 'Tea' },
    ],
    ['a colleague who gets a task', { actions: [task(GONE)] }, { what: 'staff', name: 'Bola Ade' }],
    [
      'a colleague who gets the person',
      { actions: [{ act: 'owner', after: 0, ownerId: GONE }] },
      { what: 'staff', name: 'Bola Ade' },
    ],
    ['a sender that is not approved', { actions: [sms('MERCY')] }, { what: 'sender', name: 'MERCY' }],
  ])('%s, once it is gone, breaks the rule', (_name, part, fault) => {
    expect(faults(part, { [GONE]: 'Bola Ade' })).toEqual([fault])
  })

  test('capitals of a sender do not matter; a task for whoever looks after the person names nobody', () => {
    expect(faults({ actions: [sms('GRACECHAPEL'), sms('gracechapel'), task(null), task(EFUA)] })).toEqual([])
  })

  test('emails and pushes name nothing that could be gone', () => {
    const email: Action = { act: 'email', after: 0, subject: 'Hi', text: 'Come again' }
    expect(faults({ actions: [email, { act: 'push', after: 0, title: 'Hi', text: 'Come again' }] })).toEqual([])
  })

  test('what is named twice is one fault, and all faults are said', () => {
    const found = faults({
      trigger: { kind: 'stage', stageId: 11 },
      conditions: [
        { fact: 'stage', is: true, ids: [11] },
        { fact: 'source', is: true, ids: [4] },
      ],
      actions: [{ act: 'stage', after: 0, stageId: 11 }, sms('MERCY'), sms('MERCY')],
    })
    expect(found.map(({ what, name }) => `${what} ${name}`)).toEqual(['stage Tea', 'source Flyer', 'sender MERCY'])
  })

  test('each kind of fault refuses the saving of a rule by its own code', () => {
    expect(refusals).toEqual({
      stage: 'retired',
      source: 'retired',
      group: 'not_found',
      staff: 'not_on_team',
      sender: 'sender_not_approved',
    })
  })

  test('the names of groups and colleagues are kept with the version, for the day on which they are gone', () => {
    const definition: Definition = {
      trigger: { kind: 'first_visit' },
      conditions: [
        { fact: 'group', is: true, ids: [ALPHA, GONE] },
        { fact: 'source', is: true, ids: [1] },
      ],
      actions: [task(null), task(EFUA), sms('GRACECHAPEL')],
      repeat: 'once',
    }
    expect(namesIn(definition, place)).toEqual({ [ALPHA]: 'Alpha', [EFUA]: 'Efua Mensah' })
  })
})

describe('rules that wait for a day look at eight in the morning of the church', () => {
  test.each([
    ['before eight, the same day', 'Africa/Lagos', '2026-05-03T06:59:59Z', '2026-05-03T07:00:00Z'],
    ['at eight, the day after', 'Africa/Lagos', '2026-05-03T07:00:00Z', '2026-05-04T07:00:00Z'],
    ['in the evening, the day after', 'Africa/Lagos', '2026-05-03T22:30:00Z', '2026-05-04T07:00:00Z'],
    ['when Lagos is in the next day already', 'Africa/Lagos', '2026-05-03T23:30:00Z', '2026-05-04T07:00:00Z'],
    ['when New York is in the day before still', 'America/New_York', '2026-05-04T01:00:00Z', '2026-05-04T12:00:00Z'],
    [
      'in the night in which the clocks are put forward',
      'America/New_York',
      '2027-03-14T05:30:00Z',
      '2027-03-14T12:00:00Z',
    ],
    ['in the night in which they are put back', 'America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T13:00:00Z'],
    ['on the last day of February', 'Africa/Lagos', '2027-02-28T12:00:00Z', '2027-03-01T07:00:00Z'],
    ['on the last day of the year', 'Pacific/Kiritimati', '2026-12-31T09:00:00Z', '2026-12-31T18:00:00Z'],
  ])('%s', (_name, timeZone, at, next) => {
    expect(nextLook(timeZone, new Date(at))).toEqual(new Date(next))
  })
})
