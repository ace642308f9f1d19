import type { Action, ActReason, Trigger } from '#contract/followup/automation-rules.ts'
import type { Facts, Occasion, Place } from './facts.ts'
import { isTooLate, type Timing } from './too-late.ts'

type ActVerdict = {
  state: 'go' | 'skipped' | 'stopped'
  reason: ActReason | null
  otherId: string | null
}

type ActCase = {
  action: Action
  trigger: Trigger
  facts: Facts
  occasion: Pick<Occasion, 'day'>
  place: Place
  /** What became known after it is done says nothing about it. */
  timing: Timing
  /** Who got the same already, at the same number or address; null: nobody. */
  sharedWith: string | null
}

const end = (state: 'skipped' | 'stopped', reason: ActReason, otherId: string | null = null): ActVerdict => ({
  state,
  reason,
  otherId,
})

/** Whether one thing is done for somebody whom a rule met: the same for real runs and dry runs. */
export function judgeAct({ action, trigger, facts, occasion, place, timing, sharedWith }: ActCase): ActVerdict {
  if (facts.archived) return end('stopped', 'archived')
  if (facts.paused) return end('stopped', 'paused')
  const hasReturned = facts.visits.some(({ day, at }) => day > occasion.day && at <= timing.asOf)
  if (hasReturned) return end('stopped', 'returned')
  if (isTooLate({ action, trigger, timeZone: place.timeZone, timing })) return end('skipped', 'expired')
  if (action.act === 'stage') {
    const stage = place.stages.find(({ id }) => id === action.stageId)
    if (stage?.track !== facts.kind) return end('skipped', 'not_possible')
  }
  if (action.act === 'sms' || action.act === 'email' || action.act === 'push') {
    if (!isReached(action.act, facts)) return end('skipped', 'no_address')
    if (facts.refused.includes(action.act)) return end('skipped', 'refused')
    if (sharedWith !== null) return end('skipped', 'same_address', sharedWith)
  }
  return { state: 'go', reason: null, otherId: null }
}

const isReached = (channel: 'sms' | 'email' | 'push', facts: Facts): boolean =>
  channel === 'push' ? facts.hasDevice : addressOf(channel, facts) !== null

/** The number or address that others may have too; a push goes to a person's own devices. */
export function addressOf(act: Action['act'], { phone, email }: Pick<Facts, 'phone' | 'email'>): string | null {
  if (act === 'sms') return phone
  return act === 'email' ? email : null
}

/** So long the same words do not go to one number or address again. */
export const SAME_ADDRESS_MS = 24 * 3_600_000
