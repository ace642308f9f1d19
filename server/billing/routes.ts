import * as calls from '#contract/billing/payments.ts'
import { readSupport as readSupportCall, type Support } from '#contract/installation.ts'
import { type Serve, ApiError, type Upload } from '../platform/http/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { addProof, expectProof } from './payments/transfer/add-proof.ts'
import { checkoutRoutes } from './payments/checkout/checkout-routes.ts'
import type { PaymentContext } from './payments/checkout/payment-context.ts'
import { existingClientRoutes } from './payments/existing-clients/existing-client-routes.ts'
import { exportPayments } from './payments/listing/export-payments.ts'
import { quotePurchase } from './payments/quote/quote-purchase.ts'
import { readPayment } from './payments/listing/read-payment.ts'
import { readProof } from './payments/transfer/read-proof.ts'
import { startTransfer } from './payments/transfer/start-transfer.ts'
import { receiptRoutes } from './receipts/routes.ts'
import type { Messages } from './statement/statement-store.ts'
import { statementRoutes } from './statement/routes.ts'
import { readSubscription } from './subscription/read-subscription.ts'
import type { Tx, TenantId } from '../platform/database/index.ts'
import { selectSupport } from './installation/installation-store.ts'
import { open, readFile } from 'node:fs/promises'
import { reencode } from '../platform/images/index.ts'
import type { ProofRecord } from './payments/transfer/proof-store.ts'
import type { Pricing, Payment, PaymentState } from '#contract/billing/payments.ts'
import { isCharged } from '#contract/billing/exact.ts'
import type { PaymentKeys } from '../platform/config/index.ts'
import { offeredFor } from './providers/amounts.ts'
import { currenciesOf, currencyFor } from './prices/price-list.ts'
import { selectBankAccount, selectPlans, selectPrices } from './prices/price-store.ts'
import { z } from 'zod/mini'
import { PAGE_SIZE, pageFrom, readCursor } from '../platform/pages.ts'
import { countPayments, selectPayments, type PaymentKey } from './payments/payment-store.ts'
import { presentPayment } from './payments/present.ts'

type PageQuery = {
  search?: string | undefined
  state?: PaymentState | undefined
  open?: 'yes' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** An instant as we write it, and one that PostgreSQL knows. */
const instant = z
  .string()
  .check(z.refine((text) => text >= '1970' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text))
const paymentKey: z.ZodMiniType<PaymentKey> = z.object({ createdAt: instant, id: z.uuid() })

/** Payments of the church, the newest first. */
async function listPayments(
  tx: Tx,
  tenantId: TenantId,
  { search = '', state, open, cursor, limit = PAGE_SIZE }: PageQuery,
): Promise<{ items: Payment[]; total: number; nextCursor: string | null }> {
  const filter = { search: search.trim(), state, isOpen: open === 'yes' }
  const rows = await selectPayments(tx, tenantId, {
    ...filter,
    after: readCursor(paymentKey, cursor),
    limit: limit + 1,
  })
  const { items, nextCursor } = pageFrom(rows, limit, ({ createdAt, id }) => ({
    createdAt: createdAt.toISOString(),
    id,
  }))
  return { items: items.map(presentPayment), total: await countPayments(tx, tenantId, filter), nextCursor }
}

/** Where a church buys: its country and its own currency. */
type Market = { isoCode: string; currency: string }

/** What things cost for a church in a currency: the one asked for, or the one that suits it. */
async function readPricing(
  tx: Tx,
  church: Market,
  { wanted, accounts }: { wanted?: string | undefined; accounts: PaymentKeys },
): Promise<Pricing> {
  const prices = await selectPrices(tx, church.isoCode)
  const currency = wanted ?? currencyFor(prices, church.currency)
  const here = prices.filter((price) => price.currency === currency)
  const months = new Map(here.map(({ planId, amount }) => [planId, amount]))
  const plans = await selectPlans(tx)
  const offered = (purpose: 'units' | 'subscription') =>
    offeredFor(purpose, currency).filter((provider) => isCharged(currency) && accounts[provider] !== null)
  return {
    currency,
    currencies: currenciesOf(prices, church.currency),
    smsPrice: here.find(({ product }) => product === 'sms')?.amount ?? null,
    plans: plans.flatMap((plan) => {
      const perMonth = months.get(plan.id)
      return perMonth === undefined ? [] : [{ ...plan, perMonth }]
    }),
    providers: { units: offered('units'), subscription: offered('subscription') },
    bankAccount: await selectBankAccount(tx, currency),
  }
}

/** The longest edge of a kept picture: small print on a photographed slip stays readable. */
const SLIP = { edge: 2_000, shape: 'inside' } as const
const PDF_MAGIC = '%PDF-'

/**
 * An uploaded proof as it is kept: a picture encoded anew, a PDF as it is. What the file calls itself does not count.
 * Throws `unsupported_proof`. Call it before the transaction: it takes its time.
 */
async function prepareProof(upload: Upload): Promise<ProofRecord> {
  const fileName = upload.name
  if (await isPdf(upload.path)) return { fileName, contentType: 'application/pdf', bytes: await readFile(upload.path) }
  const bytes = await reencode(upload.path, SLIP)
  if (!bytes) throw new ApiError('unsupported_proof')
  return { fileName, contentType: 'image/webp', bytes }
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_MAGIC.length), 0, PDF_MAGIC.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === PDF_MAGIC
  } finally {
    await file.close()
  }
}

/** How to reach the people who run this installation. */
const readSupport = async (tx: Tx): Promise<Support> =>
  (await selectSupport(tx)) ?? { email: null, phone: null, chatUrl: null }

export function routes(serve: Serve, context: AppContext & PaymentContext, messages: Messages): void {
  serve(readSupportCall, () => context.database.withoutTenant(readSupport))

  serve(calls.readPricing, ({ query, caller, transact }) =>
    transact((tx) => readPricing(tx, caller.church, { wanted: query.currency, accounts: context.config.payments })),
  )
  serve(calls.readSubscription, ({ caller, at, transact }) =>
    transact((tx) => readSubscription(tx, caller.tenantId, at)),
  )
  serve(calls.quotePurchase, ({ body, caller, at, transact }) =>
    transact((tx) => quotePurchase(tx, caller.tenantId, body, at)),
  )
  paymentRoutes(serve, context)
  checkoutRoutes(serve, context)
  existingClientRoutes(serve, context)
  receiptRoutes(serve, context)
  statementRoutes(serve, context, messages)
}

function paymentRoutes(serve: Serve, context: AppContext): void {
  serve(calls.startTransfer, ({ body: purchase, caller: { tenantId, accountId }, actor, at, transact }) =>
    transact((tx) => startTransfer(tx, tenantId, { purchase, accountId, actor, at })),
  )
  serve(calls.addProof, async ({ params, upload, caller: { tenantId, accountId }, actor, at, transact }) => {
    const { id: paymentId } = params
    await transact((tx) => expectProof(tx, tenantId, paymentId))
    const proof = await prepareProof(upload)
    return transact((tx) => addProof(tx, tenantId, { paymentId, proof, accountId, actor, at }))
  })
  serve(calls.readPayment, ({ params, caller, transact }) =>
    transact((tx) => readPayment(tx, caller.tenantId, params.id)),
  )
  serve(calls.readOwnProof, ({ params, caller, transact }) =>
    transact((tx) => readProof(tx, caller.tenantId, { id: params.proofId, paymentId: params.id })),
  )
  serve(calls.listPayments, ({ query, caller, transact }) => transact((tx) => listPayments(tx, caller.tenantId, query)))
  serve(calls.exportPayments, ({ query, caller, actor, at }) =>
    exportPayments({ database: context.database, query, caller, actor, at }),
  )
}
