import { z } from 'zod/mini'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import { orderedId } from '../../platform/ordered-id.ts'
import type { KeptCard, PaymentProviders } from '../providers/index.ts'
import {
  blankCard,
  insertCard,
  renewCard,
  selectAllToForget,
  selectToForget,
  takeAway,
  type SavedCard,
} from './card-store.ts'

/** Has a provider forget a card that was taken away. */
export const forgetCardJob = defineJob({
  name: 'billing.forget-card',
  payload: z.object({ tenantId: z.uuid(), cardId: z.uuid() }),
})

type Doors = Pick<AppContext, 'enqueue'>
type Acting = { actor: Actor; at: Date }

type Keeping = Acting & { tenantId: string; provider: string; card: KeptCard; keptBy: string }

/** Keeps the card that a church paid with, in the stead of the one it had. Its payer has agreed. */
export async function keepCard(tx: Tx, doors: Doors, keeping: Keeping): Promise<void> {
  const { tenantId, provider, card, keptBy, actor, at } = keeping
  const kept = { ...card, tenantId, id: orderedId(), provider, keptBy, at }
  if (await renewCard(tx, kept)) return
  await letGo(tx, doors, tenantId, at)
  await insertCard(tx, kept)
  const { brand, last4 } = card
  await audit(tx, tenantId, actor, { act: 'card.kept', subjectId: kept.id, details: { brand, last4 }, at })
}

/** Takes the church's card away; false: it has none. Its provider is told after commit. */
export async function removeCard(
  tx: Tx,
  doors: Doors,
  { tenantId, actor, at }: Acting & { tenantId: string },
): Promise<boolean> {
  const gone = await letGo(tx, doors, tenantId, at)
  if (!gone) return false
  const { id: subjectId, brand, last4 } = gone
  await audit(tx, tenantId, actor, { act: 'card.removed', subjectId, details: { brand, last4 }, at })
  return true
}

async function letGo(tx: Tx, { enqueue }: Doors, tenantId: string, at: Date): Promise<SavedCard | null> {
  const gone = await takeAway(tx, tenantId, at)
  if (gone) await enqueue(tx, forgetCardJob, { tenantId, cardId: gone.id }, { turnOf: gone.provider })
  return gone
}

type Forgetting = Pick<AppContext, 'database' | 'enqueue'> & { providers: Pick<PaymentProviders, 'find'> }
type Wanted = { tenantId: string; cardId: string }

/** Throws ProviderAway; the job is tried again. */
export async function forgetCard({ database, providers }: Forgetting, wanted: Wanted): Promise<void> {
  const card = await database.withTenant(wanted.tenantId, (tx) => selectToForget(tx, wanted))
  if (!card) return
  await providers.find(card.provider)?.cards?.remove(card)
  await database.withTenant(wanted.tenantId, (tx) => blankCard(tx, wanted))
}

const AT_ONCE = 100

/** Puts the jobs in again that gave up. */
export async function forgetCards({ database, enqueue }: Forgetting): Promise<void> {
  for (const wanted of await database.withoutTenant((tx) => selectAllToForget(tx, AT_ONCE)))
    await database.withTenant(wanted.tenantId, async (tx) => {
      if (!(await isQueued(tx, forgetCardJob, wanted))) await enqueue(tx, forgetCardJob, wanted)
    })
}
