import { audit } from '../../../identity/index.ts'
import { forgetPersons } from '../../../people/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { systemActor } from '../../../platform/http/index.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { lockOldSignUps, selectNeverCame, selectUnconfirmedChurches } from './account-store.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'

/** Removes families who signed up at the portal and never came. */
export const forgetSignUpsJob = defineJob({ name: 'checkin.forget-sign-ups', payload: z.object({}) })

const DAY_MS = 24 * 60 * 60 * 1000
/** Somebody who signed up before the summer may come in autumn; what nobody has used for so long is forgotten. */
export const SIGN_UP_DAYS = 90
const MOST_AT_ONCE = 500

/**
 * Forgets families who signed up at the portal long ago and whom the church never saw: neither confirmed nor checked in, never
 * registered for anything, signed in nowhere, in no group and of no other family.
 */
export async function forgetSignUps(context: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database, clock } = context
  const at = clock.now()
  await oneByOne(context, await database.withoutTenant(selectUnconfirmedChurches), async (tenantId) => {
    let after: string | null = null
    do after = await database.withTenant(tenantId, (tx) => forgetSome(tx, { tenantId, after, at }))
    while (after)
  })
}

/** Answers after whom to go on; null: all were looked at. */
async function forgetSome(
  tx: Tx,
  { tenantId, after, at }: { tenantId: string; after: string | null; at: Date },
): Promise<string | null> {
  const before = new Date(at.getTime() - SIGN_UP_DAYS * DAY_MS)
  const old = await lockOldSignUps(tx, { before, after, limit: MOST_AT_ONCE })
  // Asked once they are held: whoever signs in or registers at this moment waits, or is seen here.
  const ids = old.length > 0 ? await selectNeverCame(tx, old, { before, at }) : []
  if (ids.length > 0) {
    await forgetPersons(tx, ids)
    await audit(tx, tenantId, systemActor, {
      act: 'people.erased',
      details: { people: ids.length, neverCame: true },
      at,
    })
  }
  return old.length < MOST_AT_ONCE ? null : (old.at(-1) ?? null)
}
