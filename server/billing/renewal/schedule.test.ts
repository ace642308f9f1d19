import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, wallTime } from '../../platform/runtime/index.ts'
import { chargeAt, firstTryOn, isToBeTold, tellDay, todayIn, triesAfter } from './schedule.ts'

const END = '2026-11-27'

test('it is told five days before the end and taken two days before, as the screen says', () => {
  expect(tellDay(END)).toBe('2026-11-22')
  expect(firstTryOn(END, { toldOn: '2026-11-22', switchedOn: '2026-01-01' })).toBe('2026-11-25')
  expect(triesAfter('2026-11-25', '2026-11-25')).toEqual(['2026-11-28', '2026-11-30', '2026-12-02'])
})

describe('the day of the first charge', () => {
  test.each([
    // Told late: three days later, the end at most, and never on the day of the mail.
    ['2026-11-23', null, '2026-11-26'],
    ['2026-11-25', null, '2026-11-27'],
    ['2026-11-27', null, '2026-11-28'],
    ['2026-12-01', null, '2026-12-02'],
    // Switched on that day: all of it was read there.
    ['2026-11-24', '2026-11-24', '2026-11-25'],
    ['2026-11-26', '2026-11-26', '2026-11-26'],
    ['2026-11-30', '2026-11-30', '2026-11-30'],
  ])('told on %s, switched on %s: %s', (toldOn, switchedOn, day) =>
    expect(firstTryOn(END, { toldOn, switchedOn })).toBe(day),
  )

  test('comes after its mail, and at most three days after it or two days before the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 19 }), (late) => {
        const toldOn = addDays(tellDay(END), late)
        const day = firstTryOn(END, { toldOn, switchedOn: null })
        expect(daysBetween(toldOn, day)).toBeGreaterThanOrEqual(1)
        expect(daysBetween(toldOn, day)).toBeLessThanOrEqual(3)
        expect(isToBeTold(END, toldOn)).toBe(true)
      }),
    )
  })
})

test('nothing is told too early, nor of what ended long ago', () => {
  const isTold = (today: string) => isToBeTold(END, today)
  expect(['2026-11-21', '2026-11-22', '2026-12-11', '2026-12-12'].map(isTold)).toEqual([false, true, true, false])
})

test('tries that were missed are not made up for in a bunch', () => {
  expect(triesAfter('2026-11-25', '2026-11-29')).toEqual(['2026-11-30', '2026-12-02'])
  expect(triesAfter('2026-11-25', '2026-12-02')).toEqual([])
})

test.each(['Pacific/Pago_Pago', 'America/New_York', 'Africa/Lagos', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
  'a card in %s is charged at nine on the wall, also on the days on which clocks change',
  (zone) => {
    for (const day of ['2026-03-08', '2026-03-29', '2026-11-01', '2028-02-29'])
      expect(wallTime(zone, chargeAt(zone, day))).toBe(`${day}T09:00:00`)
  },
)

test('today is the church’s own, from eleven hours behind to fourteen ahead', () => {
  const at = new Date('2026-11-25T10:30:00Z')
  expect(todayIn('Pacific/Pago_Pago', at)).toEqual({ day: '2026-11-24', hour: 23 })
  expect(todayIn('Africa/Lagos', at)).toEqual({ day: '2026-11-25', hour: 11 })
  expect(todayIn('Pacific/Kiritimati', at)).toEqual({ day: '2026-11-26', hour: 0 })
})
