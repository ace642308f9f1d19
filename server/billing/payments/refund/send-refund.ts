import { isQueued } from '../../../platform/jobs/index.ts'
import { selectToSend, takeLook, failRefund, selectRefund, type RefundRecord } from '../records/refund-store.ts'
import { ProviderRefusal } from '../../providers/index.ts'
import { providerActor, providerOf, type PaymentContext } from '../checkout/ask-provider.ts'
import { selectPayment, type PaymentRecord } from '../records/payment-store.ts'
import { settleFound } from '../settle/settle-found.ts'
import { refundPaymentJob } from './refund-payment.ts'
import { finishRefund } from '../settle/provider-refund.ts'

type Wanted = { tenantId: string; paymentId: string }
type Sending = { payment: PaymentRecord; refund: RefundRecord }

/** How often the provider is asked whether somebody there has seen to a refund that waits for it. */
const WAIT_S = 60 * 60
/** A refusal of a provider, cut to what the console keeps. */
const FAILURE_MAX_LENGTH = 300

/**
 * Has the provider give the money of a refund back that is wanted. What it refuses stands on the operators' console; while it cannot be
 * had, the job is tried again.
 */
export async function sendRefund(context: PaymentContext, wanted: Wanted): Promise<void> {
  const sending = await readWanted(context, wanted)
  if (!sending) return
  try {
    if (!(await isBackAlready(context, sending.payment))) await askForIt(context, sending)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    context.log.error({ err: error, paymentId: wanted.paymentId }, 'a provider has refused a refund')
    const failure = `${error.message} (${error.code})`.slice(0, FAILURE_MAX_LENGTH)
    await context.database.withTenant(wanted.tenantId, (tx) => failRefund(tx, sending.payment, failure))
  }
}

async function readWanted({ database }: PaymentContext, { tenantId, paymentId }: Wanted): Promise<Sending | null> {
  return database.withTenant(tenantId, async (tx) => {
    const payment = await selectPayment(tx, tenantId, paymentId)
    const refund = payment && (await selectRefund(tx, payment))
    return payment && refund?.state === 'wanted' ? { payment, refund } : null
  })
}

/** What has gone back, though nobody could write it down, does not go twice: the provider is asked first. */
async function isBackAlready(context: PaymentContext, payment: PaymentRecord): Promise<boolean> {
  const providerStatus = await providerOf(context, payment).find({ ...payment, mayTake: false })
  if (providerStatus.state !== 'refunded') return false
  const { tenantId, id: paymentId } = payment
  const settling = { tenantId, paymentId, actor: providerActor(payment), at: context.clock.now() }
  const { isNew } = await context.database.withTenant(tenantId, (tx) =>
    settleFound(tx, context, { ...settling, found: { providerStatus } }),
  )
  return isNew
}

async function askForIt(context: PaymentContext, { payment, refund }: Sending): Promise<void> {
  const { tenantId, id: paymentId, reference, providerId, cardOwner } = payment
  const { amountMinor, currency, reason, wantedAt } = refund
  const attempt = String(wantedAt.getTime())
  const order = { reference, providerId, cardOwner, amountMinor, currency, reason, attempt }
  const answer = await providerOf(context, payment).refund(order)
  await context.database.withTenant(tenantId, async (tx) => {
    if (answer.done)
      await finishRefund(tx, payment, {
        providerId: answer.providerId,
        at: context.clock.now(),
        enqueue: context.enqueue,
      })
    else
      await context.enqueue(
        tx,
        refundPaymentJob,
        { tenantId, paymentId },
        { startAfter: WAIT_S, turnOf: payment.method },
      )
  })
}

const AT_ONCE = 100

/**
 * Puts the job in again of every refund that is wanted for more than an hour and has none any more: it gave up, or was
 * lost. Each is looked after once an hour.
 */
export async function resendRefunds(
  { database, enqueue, clock }: Pick<PaymentContext, 'database' | 'enqueue' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now()
  while (!signal.aborted) {
    const due = await database.withoutTenant((tx) => selectToSend(tx, at, AT_ONCE))
    for (const refund of due)
      await database.withTenant(refund.tenantId, async (tx) => {
        if (!(await takeLook(tx, { tenantId: refund.tenantId, id: refund.paymentId }, at))) return
        if (!(await isQueued(tx, refundPaymentJob, refund))) await enqueue(tx, refundPaymentJob, refund)
      })
    if (due.length < AT_ONCE) return
  }
}
