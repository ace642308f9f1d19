import { z } from 'zod/mini'
import { providers as providerNames, type Provider } from '#contract/billing/providers.ts'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import type { Notice } from '../providers/index.ts'
import { askProviderJob, type PaymentContext } from './checkout/ask-provider.ts'
import { looksLikeReference } from './checkout/place-order.ts'
import { findPayment, selectPayment } from './records/payment-store.ts'

/** Looks in the books of the providers for what their notices should have told: refunds, disputes, second takings. */
export const lookAfterwardsJob = defineJob({ name: 'billing.look-afterwards', payload: z.object({}) })

const DAY_MS = 24 * 60 * 60_000
/** Looked at every hour: what is older was seen, unless nobody worked for so long. */
const BACK_DAYS = 7

/** All providers at once: one that does not answer keeps none of the others waiting, and is looked at again in an hour. */
export async function lookAfterwards(context: PaymentContext): Promise<void> {
  const since = new Date(context.clock.now().getTime() - BACK_DAYS * DAY_MS)
  const looks = await Promise.allSettled(providerNames.map((name) => lookAt(context, name, since)))
  for (const look of looks)
    if (look.status === 'rejected') context.log.warn({ err: look.reason }, 'a provider does not open its books')
}

async function lookAt(context: PaymentContext, name: Provider, since: Date): Promise<void> {
  const provider = context.providers.find(name)
  for (const notice of (await provider?.changedSince?.(since)) ?? []) await askAbout(context, name, notice)
}

async function askAbout(
  { database, enqueue }: PaymentContext,
  name: Provider,
  { reference, providerId, isAfterwards = false }: Notice,
): Promise<void> {
  if (!looksLikeReference(reference)) return
  const found = await database.withoutTenant((tx) => findPayment(tx, reference))
  if (found?.method !== name) return
  const { tenantId, paymentId } = found
  await database.withTenant(tenantId, async (tx) => {
    const payment = await selectPayment(tx, tenantId, paymentId)
    // That it was paid is known, or asked about by itself; what is new is another taking under the same reference.
    const isSecond = providerId !== null && payment?.providerId !== null && payment?.providerId !== providerId
    if (!isAfterwards && !isSecond) return
    const asked = { tenantId, paymentId, ...(isAfterwards ? { isAfterwards } : { providerId: providerId ?? '' }) }
    if (!(await isQueued(tx, askProviderJob, asked))) await enqueue(tx, askProviderJob, asked, { turnOf: name })
  })
}
