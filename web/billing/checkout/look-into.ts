import { cancelPayment, type Payment } from '#contract/billing/payments.ts'
import { confirmPayment } from '#contract/billing/checkout.ts'
import { ApiFailure, call } from '../../api/call.ts'
import type { ReturnSearch } from './return-search.ts'

/** A payer who is back; without an outcome they came by themselves, with the button of the browser. */
export type Returned = { id: string; outcome: ReturnSearch['outcome'] }

/**
 * What became of the payment. `closed`: left without paying, and it can still be paid. `waiting`: said to be paid, and the
 * provider does not know of it yet. `declined`: the card was refused. `unconfirmed`: neither paid nor to be paid any more.
 * `unreached`: nobody could say.
 */
export type Verdict =
  | { kind: 'paid' | 'cancelled' | 'closed' | 'waiting' | 'declined' | 'review' | 'unconfirmed'; payment: Payment }
  | { kind: 'unreached'; payment: null }

/** After how many seconds a payment is asked for again that somebody says is paid. */
const ASK_AGAIN_AFTER = [1, 2, 3, 5, 8]

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/** No answer may be one in a second; a refusal stays one. */
const isPassing = ({ status }: ApiFailure) => status === 0 || status >= 500

async function ask(id: string, signal: AbortSignal): Promise<Payment | ApiFailure> {
  try {
    return await call(confirmPayment, { params: { id } }, { signal })
  } catch (failure) {
    if (failure instanceof ApiFailure) return failure
    throw failure
  }
}

const isUndecided = ({ state }: Payment) => state === 'created' || state === 'pending'

/** Said to be paid, it may be so in a moment; also where it was given up while the payer was still paying. */
const mayBePaid = (payment: Payment, outcome: Returned['outcome']) =>
  outcome === 'paid' && (isUndecided(payment) || payment.state === 'cancelled')

/** Asks until it is known, and no longer than makes sense. */
async function askUntilKnown({ id, outcome }: Returned, signal: AbortSignal): Promise<Payment | ApiFailure> {
  let answer = await ask(id, signal)
  for (const seconds of ASK_AGAIN_AFTER) {
    const mayChange = answer instanceof ApiFailure ? isPassing(answer) : mayBePaid(answer, outcome)
    if (!mayChange) break
    await pause(seconds, signal)
    answer = await ask(id, signal)
  }
  return answer
}

const verdicts: Record<
  Exclude<Payment['state'], 'created' | 'pending' | 'cancelled'>,
  Exclude<Verdict['kind'], 'unreached'>
> = {
  succeeded: 'paid',
  failed: 'declined',
  review: 'review',
  refunded: 'unconfirmed',
}

/** What the state of a payment is to whoever is back from paying it. */
export function judge(payment: Payment, outcome: Returned['outcome']): Verdict {
  const { state } = payment
  if (state === 'created' || state === 'pending') return { kind: outcome === 'paid' ? 'waiting' : 'closed', payment }
  if (state === 'cancelled') return { kind: outcome === 'paid' ? 'unconfirmed' : 'cancelled', payment }
  return { kind: verdicts[state], payment }
}

/** Gives up what the payer has given up; it may have been decided in the same moment, and then that counts. */
async function giveUp({ id, outcome }: Returned, signal: AbortSignal): Promise<Verdict> {
  try {
    return judge(await call(cancelPayment, { params: { id } }, { signal }), outcome)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    const answer = await ask(id, signal)
    return answer instanceof ApiFailure ? { kind: 'unreached', payment: null } : judge(answer, outcome)
  }
}

/** What became of a payment whose payer is back: the provider is asked by the server, what the address says is a hint. */
export async function lookInto(returned: Returned, signal: AbortSignal): Promise<Verdict> {
  const answer = await askUntilKnown(returned, signal)
  if (answer instanceof ApiFailure) return { kind: 'unreached', payment: null }
  const isGivenUp = returned.outcome === 'cancelled' && answer.method !== 'bank_transfer' && isUndecided(answer)
  return isGivenUp ? giveUp(returned, signal) : judge(answer, returned.outcome)
}
