import { z } from 'zod'
import { type Answer, type Ask, minorSaid, numberId, type Patience, read } from './calls.ts'
import { data, everyPage } from './flutterwave-answers.ts'
import { type Dispute, ProviderRefusal } from './provider.ts'

const chargeback = z.object({
  id: numberId,
  amount: z.number().nonnegative(),
  status: z.string(),
  flw_ref: z.string().nullish(),
  due_date: z.string().nullish(),
  transaction_id: numberId.nullish(),
})
type Chargeback = z.infer<typeof chargeback>

/** Asked for one by one: what is listed without naming a state is not documented. */
const STATES = ['initiated', 'accepted', 'declined', 'lost', 'won'] as const

/** Chargebacks of whichever transaction since a day. */
export async function chargebacksSince(ask: Ask, day: string, patience: Patience): Promise<Chargeback[]> {
  const found: Chargeback[] = []
  for (const state of STATES)
    found.push(
      ...(await everyPage(ask, `/v3/chargebacks?status=${state}&from=${day}`, { of: chargebacksIn, patience })),
    )
  return found
}

type Of = { id: string; currency: string; flw_ref?: string | null | undefined }

/** The disputes of a transaction, which Flutterwave finds by a name of its own. */
export async function chargebacksOf(ask: Ask, { id, currency, flw_ref }: Of, patience: Patience): Promise<Dispute[]> {
  if (!flw_ref) return []
  const path = `/v3/chargebacks?flw_ref=${encodeURIComponent(flw_ref)}`
  const found = await everyPage(ask, path, { of: chargebacksIn, patience })
  return found
    .filter(({ transaction_id, flw_ref: of }) => (transaction_id ? transaction_id === id : of === flw_ref))
    .map((one) => ({
      id: one.id,
      state: stateOf(one.status),
      amountMinor: minorSaid(one.amount, currency),
      currency,
      answerBy: one.due_date && !Number.isNaN(Date.parse(one.due_date)) ? new Date(one.due_date) : null,
    }))
}

/** Accepted by us, or by nobody's answer in time, it is lost; one that we declined is still to be decided. */
function stateOf(status: string): Dispute['state'] {
  if (status === 'lost' || status === 'accepted') return 'lost'
  return status === 'won' ? 'won' : 'open'
}

function chargebacksIn(answer: Answer): Chargeback[] {
  try {
    return read(z.array(chargeback), data(answer) ?? [])
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'none_listed') return []
    throw error
  }
}
