import type { AppContext } from '../../../platform/app-context.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError, systemActor } from '../../../platform/http/index.ts'
import { currencyFor, quotePurchase, selectPrices, type Quote } from '../../prices/index.ts'
import { lockBook, openBook, periodOn } from '../../subscription/index.ts'
import type { SavedCard } from '../../cards/index.ts'
import { askProviderJob } from '../checkout/ask-provider.ts'
import { placeOrder } from '../checkout/place-order.ts'

/** Of so many months a renewal is that nobody has chosen otherwise. */
const RENEWED_MONTHS = 1

type Months = {
  months?: number
  /** In which the church agreed to be renewed; absent: the one that suits it. */
  currency?: string
  at: Date
}

/**
 * What a church would renew to at this moment, and what that costs: the smaller plan that it wants, or the one it has last.
 * Throws what `quotePurchase` throws (`plan_not_offered`, `plan_too_small`, `no_price`), and `plan_not_offered` for a trial,
 * which renews to nothing.
 */
export async function quoteRenewal(
  tx: Tx,
  tenantId: TenantId,
  { months = RENEWED_MONTHS, currency: agreed, at }: Months,
): Promise<Quote> {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const { record, term } = book
  const last = term.at(-1) ?? periodOn(term, book.today)
  const planId = record.renewalPlanId ?? last.plan.id
  if (planId === null) throw new ApiError('plan_not_offered')
  const currency = agreed ?? currencyFor(await selectPrices(tx, record.isoCode, at), record.currency)
  return quotePurchase(tx, tenantId, { purpose: 'subscription', currency, planId, months }, at)
}

const MINUTE_MS = 60_000

/** A charge that cannot be made for so long is not made any more: providers know a repetition for a day. */
const CHARGE_MINUTES = 20 * 60
/** When the charge is looked after, if its job was lost. */
const LOOK_AFTER_MINUTES = 2

type Renewing = Months & {
  /** What is charged, after commit. */
  card: Pick<SavedCard, 'id' | 'provider'>
  /** Whoever had the church renew by itself: receipts name them. */
  accountId: string
}

/**
 * Orders months for a church that renews by itself, as nobody but the server may: they are written down before any card is
 * charged, under a reference of their own, and settled like every other payment. They do not count against the open payments
 * of the church. Answers the payment's id. Throws what `quoteRenewal` throws.
 */
export async function orderRenewal(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { tenantId, card, accountId, months = RENEWED_MONTHS, currency: agreed, at }: Renewing & { tenantId: TenantId },
): Promise<string> {
  // What is wanted stays until it is written down.
  await lockBook(tx, tenantId, at)
  const { planId, currency } = await quoteRenewal(tx, tenantId, { months, at, ...(agreed && { currency: agreed }) })
  if (planId === null) throw new ApiError('plan_not_offered')
  const later = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)
  const paymentId = await placeOrder(tx, tenantId, {
    purchase: { purpose: 'subscription', currency, planId, months },
    accountId,
    actor: systemActor,
    at,
    method: card.provider,
    cardId: card.id,
    check: () => {},
    quoteExpiresAt: later(CHARGE_MINUTES),
    askAt: later(LOOK_AFTER_MINUTES),
    automatic: true,
  })
  await enqueue(tx, askProviderJob, { tenantId, paymentId }, { turnOf: card.provider })
  return paymentId
}
