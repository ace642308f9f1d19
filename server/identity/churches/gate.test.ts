import { describe, expect, test } from 'vitest'
import { dayIn } from '#server/platform/clock.ts'
import { gateOf } from './gate.ts'

const church = { expiresOn: '2026-03-31', membershipSize: 100, people: 100 }

describe('the gate', () => {
  test('is open on the last day of the subscription, with exactly as many people as the plan allows', () => {
    expect(gateOf(church, '2026-03-31')).toBe('open')
  })

  test('shuts the day after', () => {
    expect(gateOf(church, '2026-04-01')).toBe('expired')
  })

  test('shuts with one person too many', () => {
    expect(gateOf({ ...church, people: 101 }, '2026-03-31')).toBe('over_capacity')
  })

  test('names the subscription first, because paying solves that one', () => {
    expect(gateOf({ ...church, people: 101 }, '2026-04-01')).toBe('expired')
  })

  test.each([
    ['Pacific/Pago_Pago', '2026-04-01T10:59:59Z', 'open'],
    ['Pacific/Pago_Pago', '2026-04-01T11:00:00Z', 'expired'],
    ['Pacific/Kiritimati', '2026-03-31T09:59:59Z', 'open'],
    ['Pacific/Kiritimati', '2026-03-31T10:00:00Z', 'expired'],
    ['Africa/Lagos', '2026-03-31T22:59:59Z', 'open'],
    ['Africa/Lagos', '2026-03-31T23:00:00Z', 'expired'],
  ])('shuts at midnight of the church: in %s at %s it is %s', (timeZone, at, gate) => {
    expect(gateOf(church, dayIn(timeZone, new Date(at)))).toBe(gate)
  })

  test('opens on 29 February and shuts on 1 March', () => {
    const leap = { ...church, expiresOn: '2028-02-29' }
    expect([gateOf(leap, '2028-02-29'), gateOf(leap, '2028-03-01')]).toEqual(['open', 'expired'])
  })
})
