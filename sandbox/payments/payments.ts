import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { inboxRoutes } from '../platform/inbox.ts'
import type { StandIn } from '../page/stand-in.ts'
import { actRoutes, presented } from './till/acts.ts'
import { afterwardsRoutes } from './till/afterwards.ts'
import { createCards, type StandingCard } from './till/cards.ts'
import { CHARGES_KEPT, createCharges } from './till/charges.ts'
import { createCourier } from './till/courier.ts'
import { takeForms, type Desk } from './till/pages.ts'
import { flutterwaveRoutes } from './flutterwave/routes.ts'
import { pageRoutes, sendPage } from './page/routes.ts'
import { paymentsTab } from './payments-tab.ts'
import { paypalRoutes } from './paypal/routes.ts'
import { paystackRoutes } from './paystack/routes.ts'
import type { PaymentSecrets, Signers, Signer } from '../platform/provider.ts'
import { stripeRoutes } from './stripe/routes.ts'
import { createBooks, type Books, type Customer, type Session } from './stripe/session.ts'
import { createTill } from './till/till.ts'
import { paypalSigner } from './paypal/signature.ts'
import { createHmac } from 'node:crypto'
import { html, type Html } from '../page/html.ts'
import { empty } from '../page/layout.ts'
import { ago, badge, icon } from '../page/words.ts'
import { refundedUnits, sumOf } from './till/charge.ts'
import { everySession } from './stripe/find-session.ts'
import { sumInWords } from './till/sum.ts'

/** `/portal/{key}`: Stripe's page for a customer, with what was paid and the way back. */
function portalRoutes(app: FastifyInstance, desk: Desk, books: Books): void {
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

/** `Stripe-Signature: t=…,v1=…` */
const stripeSigner =
  (secret: string): Signer =>
  ({ body, at, forged }) => {
    const seconds = Math.floor(at.getTime() / 1_000)
    const key = forged ? `not ${secret}` : secret
    const mac = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${seconds},v1=${mac}` }
  }

/** `x-paystack-signature`: over the body alone, so a notice of yesterday is as well signed as one of today. */
const paystackSigner =
  (secret: string): Signer =>
  ({ body, forged }) => ({
    'x-paystack-signature': createHmac('sha512', forged ? `not ${secret}` : secret)
      .update(body)
      .digest('hex'),
  })

/** `verif-hash` is the agreed secret itself. */
const flutterwaveSigner =
  (hash: string): Signer =>
  ({ forged }) => ({ 'verif-hash': forged ? `not ${hash}` : hash })

/** Each provider's way to sign its notices. */
const signersOf = (secrets: PaymentSecrets): Signers => ({
  stripe: stripeSigner(secrets.STRIPE_WEBHOOK_SECRET),
  paystack: paystackSigner(secrets.PAYSTACK_SECRET_KEY),
  flutterwave: flutterwaveSigner(secrets.FLUTTERWAVE_WEBHOOK_HASH),
  paypal: paypalSigner(secrets),
})

type Setting = {
  paymentSecrets: PaymentSecrets
  webhookUrl: string | null
  standingCards?: readonly StandingCard[]
  faults: Faults
  closing: AbortSignal
  log: FastifyBaseLogger
}

/** Four payment providers, each over its own wire protocol, with a page to pay on and signed notices. */
export function createPayments({
  paymentSecrets,
  webhookUrl,
  standingCards = [],
  faults,
  closing,
  log,
}: Setting): StandIn {
  const charges = createCharges()
  const signers = signersOf(paymentSecrets)
  const courier = createCourier({ webhookUrl, signers, faults, closing, log })
  const cards = createCards(standingCards)
  const customers = standingCards.filter(({ provider }) => provider === 'stripe').map(({ owner }) => owner)
  const till = createTill({ faults, courier, cards, closing })
  const desk: Desk = { charges, cards, till, faults, closing, secrets: paymentSecrets }
  return {
    tab: paymentsTab(charges),
    close: () => Promise.resolve(),
    async routes(app) {
      inboxRoutes(app, {
        name: 'payments',
        kept: charges.kept,
        capacity: CHARGES_KEPT,
        filters: {
          provider: ({ provider }, wanted) => provider === wanted,
          reference: ({ reference }, wanted) => reference === wanted,
          state: ({ state }, wanted) => state === wanted,
        },
        present: presented,
        clear: () => {
          charges.clear()
          cards.clear()
        },
      })
      actRoutes(app, desk)
      afterwardsRoutes(app, desk)
      await providerRoutes(app, desk, createBooks(customers))
    },
  }
}

async function providerRoutes(app: FastifyInstance, desk: Desk, books: Books): Promise<void> {
  await app.register(async (api) => stripeRoutes(api, desk, books), { prefix: '/v1' })
  await app.register(async (api) => paystackRoutes(api, desk), { prefix: '/paystack' })
  await app.register(async (api) => flutterwaveRoutes(api, desk), { prefix: '/flutterwave/v3' })
  await app.register(async (api) => paypalRoutes(api, desk), { prefix: '/paypal' })
  await app.register(async (pages) => {
    takeForms(pages)
    pageRoutes(pages, desk)
    portalRoutes(pages, desk, books)
  })
}
