import type { IncomingHttpHeaders } from 'node:http'
import { providers } from '#contract/billing/providers.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { takingTurns } from '#server/platform/turns.ts'
import { ProviderAway, ProviderRefusal, type PaymentProvider, type Reading } from '../../providers/provider.ts'
import { looksLikeReference } from '../reference.ts'
import { findPayment } from './checkout-store.ts'
import { askProviderJob } from './jobs.ts'
import type { PaymentHouse } from './payment-house.ts'

/** Anybody may send something that looks like a notice, and PayPal is asked whether it is its own. */
const turns = { atOnce: 4, waitingMost: 100, retryAfter: 10 }
const inTurnOf = new Map(providers.map((name) => [name, takingTurns(turns)]))

/** What a job keeps of a provider's own name for a payment. */
const PLAIN_ID = /^[\w.:-]{1,255}$/

export type Received = { provider: string; rawBody: Buffer | null; headers: IncomingHttpHeaders; at: Date }

/**
 * Takes a provider's notice: it only makes us ask the provider, by a job after the answer. True when it is of a payment
 * of this installation that is paid there; others are let go. Throws `not_found` (no such provider here),
 * `bad_signature`, `invalid_input`, `provider_unavailable` and `too_many_tries`.
 */
export async function receiveNotice(house: PaymentHouse, received: Received): Promise<boolean> {
  const provider = house.providers.find(received.provider)
  if (!provider) throw new ApiError('not_found')
  const inTurn = inTurnOf.get(provider.name)
  const notice = await (inTurn ? inTurn(() => read(provider, received)) : read(provider, received))
  if (notice === 'forged') throw new ApiError('bad_signature')
  if (notice === 'unreadable') throw new ApiError('invalid_input')
  if (notice === 'other' || !looksLikeReference(notice.reference)) return false
  const found = await house.database.withoutTenant((tx) => findPayment(tx, notice.reference))
  if (found?.method !== provider.name) return false
  const { tenantId, paymentId } = found
  const { providerId } = notice
  const named = providerId !== null && PLAIN_ID.test(providerId) ? { providerId } : {}
  await house.database.withTenant(tenantId, (tx) =>
    house.enqueue(tx, askProviderJob, { tenantId, paymentId, ...named }),
  )
  return true
}

async function read(provider: PaymentProvider, { rawBody, headers, at }: Received): Promise<Reading> {
  if (!rawBody) return 'forged'
  try {
    return await provider.readNotice({ rawBody, headers, at })
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefusal) throw new ApiError('provider_unavailable')
    throw error
  }
}
