import { z } from 'zod'
import type { ChargeEvent } from '../till/charge.ts'
import { mixedName } from '../till/names.ts'
import type { Desk } from '../till/pages.ts'
import { disputeObject } from './disputes.ts'
import { everyCharge } from './find-session.ts'
import { readForm } from './form.ts'
import { chargeObject, intentObject, refundObject } from './intent-object.ts'
import { type Books, seconds, type Session } from './session.ts'
import { sessionObject } from './session-object.ts'

const API_VERSION = '2024-06-20'

type Told = { type: string; object: object }

/** What Stripe calls something that happened, and what it shows of it; null: it tells nothing. */
function told(session: Session, event: ChargeEvent): Told | null {
  const { charge } = session
  const [refund, dispute] = [charge.refunds.at(-1), charge.disputes.at(-1)]
  if (event === 'refunded') return { type: 'charge.refunded', object: chargeObject(session) }
  if (event === 'refund-failed' && refund) return { type: 'refund.failed', object: refundObject(session, refund, {}) }
  if (event === 'disputed' && dispute)
    return { type: 'charge.dispute.created', object: disputeObject(session, dispute) }
  if (event === 'dispute-closed' && dispute)
    return { type: 'charge.dispute.closed', object: disputeObject(session, dispute) }
  if (!session.isPage) return aboutCard(session, event)
  const types: Partial<Record<ChargeEvent, string>> = {
    paid: 'checkout.session.completed',
    expired: 'checkout.session.expired',
  }
  const type = types[event]
  return type === undefined ? null : { type, object: sessionObject(session) }
}

function aboutCard(session: Session, event: ChargeEvent): Told | null {
  if (event === 'paid') return { type: 'payment_intent.succeeded', object: intentObject(session) }
  return event === 'declined' ? { type: 'payment_intent.payment_failed', object: intentObject(session) } : null
}

const eventObject = ({ type, object }: Told, at: Date): object => ({
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

export function noticeOf(session: Session, event: ChargeEvent, at: Date): object | null {
  const said = told(session, event)
  return said && eventObject(said, at)
}

const query = z.object({
  types: z.array(z.string()).optional(),
  created: z.object({ gte: z.coerce.number().optional() }).default({}),
})

/** `GET /v1/events`: what is known of every payment by now, whether or not a notice of it was taken. */
export function listEvents(desk: Desk, books: Books, url: string): object {
  const { types, created } = query.parse(readForm(url.split('?')[1] ?? ''))
  const data = [...everyCharge(desk, books)].flatMap((session) =>
    happened(session)
      .filter(({ at }) => seconds(at) >= (created.gte ?? 0))
      .flatMap(({ event, at }) => {
        const said = told(session, event)
        return said && (types?.includes(said.type) ?? true) ? [eventObject(said, at)] : []
      }),
  )
  return { object: 'list', data, has_more: false, url: '/v1/events' }
}

function happened({ charge }: Session): { event: ChargeEvent; at: Date }[] {
  const paid = charge.takenAt ? [{ event: 'paid' as const, at: charge.takenAt }] : []
  const refunds = charge.refunds.map(({ at, hasFailed }) => ({
    event: hasFailed ? ('refund-failed' as const) : ('refunded' as const),
    at,
  }))
  const disputes = charge.disputes.map(({ at, state }) => ({
    event: state === 'open' ? ('disputed' as const) : ('dispute-closed' as const),
    at,
  }))
  return [...paid, ...refunds, ...disputes]
}
