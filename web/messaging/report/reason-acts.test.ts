import { expect, test } from 'vitest'
import { failuresIn, peopleIn, reasonLooks, worthTrying, type ReasonCount } from './reason-acts.ts'

const reasons: ReasonCount[] = [
  { state: 'failed', reason: 'phone_off', people: 14 },
  { state: 'failed', reason: 'no_such_number', people: 9 },
  { state: 'skipped', reason: 'cancelled', people: 7 },
  { state: 'failed', reason: 'inbox_full', people: 5 },
  { state: 'failed', reason: 'blocked_by_person', people: 4 },
  { state: 'failed', reason: 'sender_refused', people: 3 },
  { state: 'unknown', reason: 'no_answer', people: 2 },
]

test('only what failed is told as not delivered', () => {
  expect(peopleIn(failuresIn(reasons))).toBe(35)
})

test('trying again is offered where it may help: not to numbers that are none, to who blocks, or under a refused sender ID', () => {
  expect(worthTrying(reasons).map(({ reason }) => reason)).toEqual(['phone_off', 'inbox_full'])
  expect(reasonLooks.no_such_number.act).toBe('correct')
  expect(reasonLooks.sender_refused.act).toBe('sender')
})
