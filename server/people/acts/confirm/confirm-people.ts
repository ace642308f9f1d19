import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Doer } from '../record/act.ts'
import { chosen, type Selection } from '../record/chosen.ts'
import { lockUnconfirmed, setConfirmed } from './confirm-store.ts'

/** Takes the chosen people in who came by the portal: they belong to the church and count for its plan. */
export async function confirmPeople(
  tx: Tx,
  { tenantId, actor, at }: Doer,
  selection: Selection,
): Promise<{ people: number }> {
  const ids = await lockUnconfirmed(tx, await chosen(tx, selection))
  if (ids.length === 0) return { people: 0 }
  await setConfirmed(tx, ids)
  const details = { people: ids.length }
  await audit(tx, tenantId, actor, { act: 'people.confirmed', details, at })
  return details
}

/** The same for people whom a check-in has seen: nobody pressed anything. */
export async function confirmSeen(tx: Tx, ids: string[]): Promise<void> {
  const unconfirmed = await lockUnconfirmed(tx, ids)
  if (unconfirmed.length > 0) await setConfirmed(tx, unconfirmed)
}
