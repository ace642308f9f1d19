import { RENEWAL_NOTICE_DAYS, RENEWAL_TRY_DAYS } from '#contract/billing/renewal.ts'
import { DUE_BEFORE_EXPIRY } from '#contract/billing/subscription.ts'
import { addDays, dayIn, instantOf, type Day } from '../../platform/runtime/index.ts'

/** Hours on the church's own clock: mails come by day, and a bank is asked when somebody can answer it. */
const MAIL_FROM_HOUR = 8
const MAIL_UNTIL_HOUR = 20
const CHARGE_TIME = '09:00'

/** A subscription that ended longer ago is not renewed by itself: somebody has let it be. */
const STILL_DAYS = 14

const later = (one: Day, other: Day): Day => (one > other ? one : other)
const earlier = (one: Day, other: Day): Day => (one < other ? one : other)

/** When the renewal of a subscription that ends on this day is told. */
export const tellDay = (expiresOn: Day): Day => addDays(expiresOn, -DUE_BEFORE_EXPIRY - RENEWAL_NOTICE_DAYS)

/** Whether it is told on this day, if it was not before. */
export const isToBeTold = (expiresOn: Day, today: Day): boolean =>
  today >= tellDay(expiresOn) && today <= addDays(expiresOn, STILL_DAYS)

/**
 * The day of the first charge: two days before the end, three days after the mail. A mail that went late moves it, up to
 * the end itself, and it is never on the day of the mail; who has just switched it on has read all of it there.
 */
export function firstTryOn(expiresOn: Day, { toldOn, switchedOn }: { toldOn: Day; switchedOn: Day | null }): Day {
  const due = addDays(expiresOn, -DUE_BEFORE_EXPIRY)
  if (switchedOn === toldOn) return later(due, toldOn)
  const told = earlier(addDays(toldOn, RENEWAL_NOTICE_DAYS), later(expiresOn, addDays(toldOn, 1)))
  return later(due, told)
}

/** The days on which a card that was declined today is tried again. */
export const triesAfter = (firstOn: Day, today: Day): Day[] =>
  RENEWAL_TRY_DAYS.map((days) => addDays(firstOn, days)).filter((day) => day > today)

/** When on a day a card is charged. */
export function chargeAt(timeZone: string, day: Day): Date {
  const at = instantOf(timeZone, `${day}T${CHARGE_TIME}`)
  if (!at) throw new Error('Every day has a morning')
  return at
}

/** Whether mails that wait for the day may go. */
export function isDaytime(hour: number): boolean {
  return hour >= MAIL_FROM_HOUR && hour < MAIL_UNTIL_HOUR
}

export type Today = { day: Day; hour: number }

/** What the calendar and the clock of a place show. */
export function todayIn(timeZone: string, at: Date): Today {
  const hour = Number(at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).slice(0, 2))
  return { day: dayIn(timeZone, at), hour }
}
