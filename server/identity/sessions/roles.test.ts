import { expect, test } from 'vitest'
import { abilities } from '#contract/abilities.ts'
import { abilitiesOf, selfServiceAbilities } from './roles.ts'

test('an Admin may do everything', () => {
  expect([...abilitiesOf(['Admin'])]).toEqual([...abilities])
})

test.each([
  ['FinancialAccount', ['billing.read', 'billing.manage', 'reports.read']],
  ['Communicator', ['messages.read', 'messages.send', 'people.read']],
  ['BasicUser', ['messages.read', 'messages.send', 'people.read']],
  ['FollowUp', ['followup.manage', 'people.read', 'reports.read']],
  ['CheckIn', ['checkin.desk', 'checkin.class', 'checkin.self_service']],
  ['CheckInLead', ['checkin.desk', 'checkin.class', 'checkin.self_service', 'checkin.manage', 'people.read']],
  ['Teacher', ['checkin.class']],
  ['Reports', ['reports.read']],
  ['GroupLeader', ['people.read']],
  ['CanAccessFirstTimers', ['followup.manage', 'reports.read']],
  ['Family', []],
  ['MobileUser', []],
])('%s may %j and nothing else', (role, allowed) => {
  expect([...abilitiesOf([role])].sort()).toEqual([...allowed].sort())
})

test('a locked station may do self-service and nothing else', () => {
  expect([...selfServiceAbilities]).toEqual(['checkin.self_service'])
})

test('several roles add up', () => {
  expect([...abilitiesOf(['FollowUp', 'Reports', 'GroupLeader'])].sort()).toEqual([
    'followup.manage',
    'people.read',
    'reports.read',
  ])
})

test.each(['admin', 'Admin ', 'constructor', '__proto__', ''])(
  'a role that is none, such as "%s", allows nothing',
  (role) => {
    expect(abilitiesOf([role]).size).toBe(0)
  },
)
