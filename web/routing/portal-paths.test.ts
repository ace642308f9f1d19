import { expect, test } from 'vitest'
import { churchPath, eventPath, safePortalNext } from './portal-paths.ts'

test('returns to a screen of the portal after sign-in', () => {
  const own = ['/checkin/dashboard', '/checkin/event/01990000-0000-7000-8000-000000000001', '/checkin/attendance']
  expect(own.map(safePortalNext)).toEqual(own)
})

test('never leads to another host, another door or a sign-in page', () => {
  const wrong = ['//evil.example', 'https://evil.example', '/tenant', '/checkin/grace', '/checkin/event/?x=1', null]
  expect(wrong.map(safePortalNext)).toEqual(wrong.map(() => undefined))
})

test('what stands in an address cannot lead out of its place', () => {
  expect([churchPath('a/../b'), eventPath('1?x')]).toEqual(['/checkin/a%2F..%2Fb', '/checkin/event/1%3Fx'])
})
