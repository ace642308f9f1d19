import { expect, test } from 'vitest'
import { splitRoles } from './role-words.ts'

test('roles of older clients are those that can be given today, once each; what cannot be given is kept apart', () => {
  expect(splitRoles(['BasicUser', 'Communicator', 'CanAccessFirstTimers', 'GroupLeader'])).toEqual({
    given: ['Communicator', 'FollowUp'],
    others: ['GroupLeader'],
  })
})
