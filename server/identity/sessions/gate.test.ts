import { describe, expect, test } from 'vitest'
import { GRACE_DAYS } from '#contract/identity/session.ts'
import { gateOf, graceBegins } from './gate.ts'

const church = { expiresOn: '2026-03-31', membershipSize: 100, people: 100, overSince: null, timeZone: 'UTC' }
const full = { ...church, people: 101, overSince: new Date('2026-03-01T10:00:00Z') }
const on = (day: string): Date => new Date(`${day}T12:00:00Z`)
const open = { gate: 'open', grace: null }

describe('the gate', () => {
  test('is open on the last day of the subscription, with exactly as many people as the plan allows', () => {
    expect(gateOf(church, on('2026-03-31'))).toEqual(open)
  })

  test('shuts the day after', () => {
    expect(gateOf(church, on('2026-04-01')).gate).toBe('expired')
  })

  test('stays open for the days of grace with one person too many, and says how long', () => {
    expect(gateOf(full, on('2026-03-01'))).toEqual({
      gate: 'open',
      grace: { until: '2026-03-15', daysLeft: GRACE_DAYS },
    })
    expect(gateOf(full, on('2026-03-08'))).toEqual({ gate: 'open', grace: { until: '2026-03-15', daysLeft: 7 } })
    expect(gateOf(full, on('2026-03-15'))).toEqual({ gate: 'open', grace: { until: '2026-03-15', daysLeft: 0 } })
  })

  test('shuts the day after they are over', () => {
    expect(gateOf(full, on('2026-03-16'))).toEqual({ gate: 'over_capacity', grace: null })
  })

  test('asks how many there are now, not since when there were too many', () => {
    expect(gateOf({ ...full, people: 100 }, on('2026-03-16'))).toEqual(open)
    expect(gateOf({ ...full, overSince: null }, on('2026-03-16'))).toMatchObject({ grace: { daysLeft: GRACE_DAYS } })
  })

  test('names the subscription first, because paying solves that one', () => {
    expect(gateOf(full, on('2026-04-01'))).toEqual({ gate: 'expired', grace: null })
  })

  test.each([
    ['Pacific/Pago_Pago', '2026-04-01T10:59:59Z', 'open'],
    ['Pacific/Pago_Pago', '2026-04-01T11:00:00Z', 'expired'],
    ['Pacific/Kiritimati', '2026-03-31T09:59:59Z', 'open'],
    ['Pacific/Kiritimati', '2026-03-31T10:00:00Z', 'expired'],
    ['Africa/Lagos', '2026-03-31T22:59:59Z', 'open'],
    ['Africa/Lagos', '2026-03-31T23:00:00Z', 'expired'],
  ])('shuts at midnight of the church: in %s at %s it is %s', (timeZone, at, gate) => {
    expect(gateOf({ ...church, timeZone }, new Date(at)).gate).toBe(gate)
  })

  test.each([
    ['Pacific/Pago_Pago', '2026-03-16T10:59:59Z', 'open'],
    ['Pacific/Pago_Pago', '2026-03-16T11:00:00Z', 'over_capacity'],
    ['Pacific/Kiritimati', '2026-03-15T09:59:59Z', 'open'],
    ['Pacific/Kiritimati', '2026-03-15T10:00:00Z', 'over_capacity'],
    // The clocks of New York went forward on 8 March.
    ['America/New_York', '2026-03-16T03:59:59Z', 'open'],
    ['America/New_York', '2026-03-16T04:00:00Z', 'over_capacity'],
  ])('counts the grace by the days of the church: in %s at %s it is %s', (timeZone, at, gate) => {
    // 1 March everywhere: noon in London is no other day in New York or Pago Pago, and in Kiritimati it is taken earlier.
    const overSince = new Date(timeZone === 'Pacific/Kiritimati' ? '2026-03-01T09:00:00Z' : '2026-03-01T12:00:00Z')
    expect(gateOf({ ...full, overSince, timeZone }, new Date(at)).gate).toBe(gate)
  })

  test.each(['UTC', 'Africa/Lagos', 'America/New_York', 'Pacific/Kiritimati'])(
    'is shut in %s for a church with too many people since before the days of grace that end today',
    (timeZone) => {
      const at = on('2026-03-16')
      const begins = graceBegins(timeZone, at)
      const gateSince = (since: number) => gateOf({ ...full, overSince: new Date(since), timeZone }, at).gate
      expect([gateSince(begins.getTime() - 1), gateSince(begins.getTime())]).toEqual(['over_capacity', 'open'])
    },
  )

  test('opens on 29 February and shuts on 1 March', () => {
    const leap = { ...church, expiresOn: '2028-02-29' }
    expect([gateOf(leap, on('2028-02-29')).gate, gateOf(leap, on('2028-03-01')).gate]).toEqual(['open', 'expired'])
  })
})
