import { expect, test } from 'vitest'
import type { Departure } from '#contract/messaging/sms.ts'
import { closedRoute, hasChoice, type QuotedRoute } from './routes.ts'

const hours = { opens: '08:00', closes: '19:00', timeZone: 'Africa/Lagos' }
const leaves = (at: string | null, routeId = 'regular'): Departure => ({ isoCode: 'NG', people: 3, at, routeId, hours })
const route = (people: number): Pick<QuotedRoute, 'people'> => ({ people })

test('a route is closed when nobody who goes by it gets the message now', () => {
  const [id, at] = ['regular', '2026-11-21T07:30:00.000Z']
  expect(closedRoute({ id, departures: [leaves(at)] })).toEqual({ closes: '19:00', at })
  expect(closedRoute({ id, departures: [leaves(null), leaves(at)] })).toBeNull()
  expect(closedRoute({ id, departures: [leaves(null, 'direct'), leaves(at)] })).toEqual({ closes: '19:00', at })
  expect(closedRoute({ id, departures: [] })).toBeNull()
})

test('one route, or nobody who would go by any of them, is nothing to choose', () => {
  const choice = (...people: number[]) => hasChoice({ routes: people.map(route) as QuotedRoute[] })
  expect([choice(1, 1), choice(1), choice(0, 0)]).toEqual([true, false, false])
})
