import type { ChargeEvent, Talk } from '../charge.ts'
import { mixedName } from '../names.ts'
import { chargeObject } from './intent-object.ts'
import { sessionObject } from './session-object.ts'
import type { Session } from './session.ts'
import { seconds } from './shapes.ts'

export const API_VERSION = '2024-06-20'

const TYPES: Partial<Record<ChargeEvent, string>> = {
  paid: 'checkout.session.completed',
  expired: 'checkout.session.expired',
  refunded: 'charge.refunded',
}

/** How Stripe speaks of a session, which is known only once its charge is. */
export const stripeTalk = (sessionOf: () => Session): Talk => ({
  notice(event, at) {
    const type = TYPES[event]
    const session = sessionOf()
    return type ? eventObject(type, event === 'refunded' ? chargeObject(session) : sessionObject(session), at) : null
  },
  wayBack(outcome) {
    const session = sessionOf()
    return outcome === 'paid'
      ? session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.charge.id)
      : session.cancelUrl
  },
})

const eventObject = (type: string, object: object, at: Date): object => ({
  id: mixedName('evt_'),
  object: 'event',
  api_version: API_VERSION,
  created: seconds(at),
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})
