import type { Gate } from '#contract/identity/session.ts'

export type Standing = {
  /** The last day (YYYY-MM-DD) on which everything works. */
  expiresOn: string
  /** How many people the plan allows. */
  membershipSize: number
  people: number
}

/** Whether a church's gate is open on `today`, which is a day (YYYY-MM-DD) in the church's own zone. */
export function gateOf({ expiresOn, membershipSize, people }: Standing, today: string): Gate {
  if (today > expiresOn) return 'expired'
  return people > membershipSize ? 'over_capacity' : 'open'
}
