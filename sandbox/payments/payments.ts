import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Faults } from '#sandbox/faults/faults.ts'
import { inboxRoutes } from '#sandbox/platform/inbox.ts'
import type { StandIn } from '#sandbox/platform/stand-in.ts'
import { actRoutes } from './acts.ts'
import { CHARGES_KEPT, createCharges } from './charges.ts'
import { createCourier } from './courier.ts'
import { takeForms, type Desk } from './desk.ts'
import { flutterwaveRoutes } from './flutterwave/routes.ts'
import { pageRoutes } from './page/routes.ts'
import { portalRoutes } from './page/portal.ts'
import { paymentsTab } from './payments-tab.ts'
import { paypalRoutes } from './paypal/routes.ts'
import { paystackRoutes } from './paystack/routes.ts'
import { presented } from './present.ts'
import type { PaymentSecrets } from './provider.ts'
import { signersOf } from './signers.ts'
import { stripeRoutes } from './stripe/routes.ts'
import { createBooks } from './stripe/session.ts'
import { createTill } from './till.ts'

type Setting = {
  paymentSecrets: PaymentSecrets
  webhookUrl: string | null
  faults: Faults
  closing: AbortSignal
  log: FastifyBaseLogger
}

/** Four payment providers, each over its own wire protocol, with a page to pay on and signed notices. */
export function createPayments({ paymentSecrets, webhookUrl, faults, closing, log }: Setting): StandIn {
  const charges = createCharges()
  const signers = signersOf(paymentSecrets)
  const courier = createCourier({ webhookUrl, signers, faults, closing, log })
  const till = createTill({ faults, courier, closing })
  const desk: Desk = { charges, till, faults, closing, secrets: paymentSecrets }
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
        clear: charges.clear,
      })
      actRoutes(app, desk)
      await providerRoutes(app, desk)
    },
  }
}

async function providerRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  const books = createBooks()
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
