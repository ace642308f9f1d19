import { expect, test } from 'vitest'
import { matchPath } from './routes.ts'

test('a pattern reads its parts from an address', () => {
  expect(matchPath('/checkin/event/$eventId', '/checkin/event/12')).toEqual({ eventId: '12' })
  expect(matchPath('/checkin/$church/reset', '/checkin/grace%2Dchapel/reset')).toEqual({ church: 'grace-chapel' })
  expect(matchPath('/checkin', '/checkin')).toEqual({})
})

test('capitals and a slash at the end make no difference', () => {
  expect(matchPath('/checkin/dashboard', '/CheckIn/Dashboard/')).toEqual({})
})

test('another address is not read', () => {
  for (const other of [
    '/checkin',
    '/checkin/event',
    '/checkin/event/12/more',
    '/checkin/events/12',
    '/checkin/event/%',
  ])
    expect(matchPath('/checkin/event/$eventId', other)).toBeNull()
})
