import type { Health } from '#contract/operator/settings.ts'

type State = Health['providers'][number]['state']
export type Calls = {
  hour: { succeeded: number; failed: number }
  day: { succeeded: number; failed: number }
  failedLast: number
}

const DOWN_AFTER = 5
const TROUBLED_SHARE = 0.1

/**
 * How a provider does: `quiet` without a call in a day; `down` when the last five calls or more all failed; `troubled`
 * when a tenth or more of the last hour's failed; else `well`.
 */
export function providerState({ hour, day, failedLast }: Calls): State {
  if (day.succeeded + day.failed === 0) return 'quiet'
  if (failedLast >= DOWN_AFTER) return 'down'
  const calls = hour.succeeded + hour.failed
  return calls > 0 && hour.failed >= calls * TROUBLED_SHARE ? 'troubled' : 'well'
}
