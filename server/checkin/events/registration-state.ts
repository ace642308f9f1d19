import type { z } from 'zod/mini'
import type { registrationState as states } from '#contract/checkin/events.ts'

export type EventTimes = {
  startsAt: Date
  endsAt: Date
  opensAt: Date | null
  closesAt: Date | null
  cancelledAt: Date | null
}
export type RegistrationState = z.infer<typeof states>

/** Whether families may register at this instant, or why not. Without times of its own it is open until the end. */
export function registrationState(event: EventTimes, at: Date): RegistrationState {
  if (event.cancelledAt) return 'cancelled'
  if (at >= event.endsAt) return 'over'
  if (event.opensAt && at < event.opensAt) return 'not_yet'
  return event.closesAt && at >= event.closesAt ? 'closed' : 'open'
}

/** At the door families are let in until the end, whatever the portal's times. */
export const isOpenAtDoor = ({ cancelledAt, endsAt }: EventTimes, at: Date): boolean => !cancelledAt && at < endsAt
