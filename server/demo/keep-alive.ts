import type { House } from '#server/platform/house.ts'
import { churchPlans } from './church-plans.ts'
import { keepCheckinAlive } from './checkin/open-day.ts'
import { isThere } from './demo-store.ts'
import { sendDemoMessages } from './send-messages.ts'

/** How often a demo that runs for days looks whether something has to be made anew. */
const LOOK_MS = 60_000

/**
 * Makes what is missing for a demo to be alive now: an event that is open, two to come, messages of today. Where it is
 * there already nothing is done.
 */
export async function makeAlive(house: House): Promise<void> {
  const { database, clock, config } = house
  for (const { tenantId, timeZone, hasCheckin } of churchPlans) {
    const church = { tenantId, timeZone, secretKey: config.secretKey, at: clock.now() }
    if (hasCheckin)
      await database.withTenant(tenantId, async (tx) => {
        if (await isThere(tx)) await keepCheckinAlive(tx, church)
      })
  }
  await sendDemoMessages(house)
}

export type KeptAlive = {
  /** Looks now: the clock was moved. */
  look: () => Promise<void>
  stop: () => Promise<void>
}

/** Makes the demo alive now and keeps it so, behind the back of whoever started it: a start does not wait for it. */
export function keepAlive(house: House): KeptAlive {
  let looking = Promise.resolve()
  const look = (): Promise<void> => {
    looking = looking
      .then(() => makeAlive(house))
      .catch((error: unknown) => house.log.warn({ err: error }, 'The demo could not be brought up to date.'))
    return looking
  }
  const behind = (): void => void look().catch(() => {})
  behind()
  const timer = setInterval(behind, LOOK_MS)
  return {
    look,
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
