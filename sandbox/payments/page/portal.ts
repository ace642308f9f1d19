import type { FastifyInstance } from 'fastify'
import { html, type Html } from '#sandbox/page/html.ts'
import { empty } from '#sandbox/page/layout.ts'
import { ago, badge, icon } from '#sandbox/page/words.ts'
import { refundedUnits, sumOf } from '../charge.ts'
import type { Desk } from '../desk.ts'
import { everySession } from '../stripe/find-session.ts'
import type { Books, Customer, Session } from '../stripe/session.ts'
import { sumInWords } from '../sum.ts'
import { sendPage } from './routes.ts'

/** `/portal/{key}`: Stripe's page for a customer, with what was paid and the way back. */
export function portalRoutes(app: FastifyInstance, desk: Desk, books: Books): void {
  app.get<{ Params: { key: string } }>('/portal/:key', (request, reply) => {
    const portal = books.portals.get(request.params.key)
    const customer = portal && books.customers.get(portal.customerId)
    if (!customer) return reply.callNotFound()
    const sessions = [...everySession(desk, books)].filter(
      ({ customerId, charge }) => customerId === customer.id && charge.state === 'paid',
    )
    const body = portalPage({ customer, sessions, returnUrl: portal.returnUrl, now: new Date() })
    return sendPage(reply, { title: 'Stripe portal', body })
  })
}

type Portal = { customer: Customer; sessions: Session[]; returnUrl: string | null; now: Date }

const portalPage = ({ customer, sessions, returnUrl, now }: Portal): Html =>
  html`${returnUrl ? html`<a class="back" href="${returnUrl}">Go back</a>` : null}
    <div class="pagehead">
      <h1>Cards and invoices</h1>
      <p><bdi>${customer.name ?? customer.email ?? customer.id}</bdi></p>
    </div>
    <p class="standin">
      ${icon('info')}<span><b>Sandbox.</b> This page stands in for Stripe's portal. There is no card here.</span>
    </p>
    ${
      sessions.length === 0
        ? NOTHING
        : html`<ul class="card list">
            ${sessions.map((session) => row(session, now))}
          </ul>`
    }`

const row = ({ charge }: Session, now: Date): Html =>
  html`<li>
    <b class="num">${sumInWords(sumOf(charge))}</b>
    <div class="text"><p dir="auto">${charge.description}</p></div>
    <div class="state">
      ${refundedUnits(charge) > 0n ? badge('warn', 'Refunded') : badge('ok', 'Paid')}
      <span class="muted small">${ago(charge.createdAt.toISOString(), now)}</span>
    </div>
  </li>`

const NOTHING = empty({ title: 'No payments yet', hint: 'Payments this customer makes through Stripe appear here.' })
