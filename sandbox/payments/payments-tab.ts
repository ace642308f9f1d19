import { html, type Html } from '../page/html.ts'
import { empty } from '../page/layout.ts'
import { ago, badge, counted, type Tone } from '../page/words.ts'
import type { Tab } from '../page/stand-in.ts'
import { type Charge, isPayable, refundedUnits, sumOf } from './till/charge.ts'
import type { Charges } from './till/charges.ts'
import { labels } from '../platform/provider.ts'
import { sumInWords } from './till/sum.ts'

const SHOWN = 100

export const paymentsTab = ({ kept }: Charges): Tab => ({
  show: 'payments',
  label: 'Payments',
  count: kept.size,
  render: (now) => html`${RULES} ${kept.size() === 0 ? NOTHING_YET : list(kept.newest(SHOWN), kept.size(), now)}`,
})

const RULES = html`<p class="rules">
  Stripe, Paystack, Flutterwave and PayPal as far as Narthex speaks with them. A payment that is still open can be paid
  on its page.
</p>`

const NOTHING_YET = empty({
  title: 'No payments yet',
  hint: 'Buy SMS units in Narthex and choose a provider. Its payment page opens here.',
})

const list = (charges: readonly Charge[], total: number, now: Date): Html =>
  html`<ul class="card list">
      ${charges.map((charge) => row(charge, now))}
    </ul>
    ${total > charges.length ? html`<p class="muted">The newest ${charges.length} of ${counted(total)} payments.</p>` : null}`

type State = { tone: Tone; words: string }

const STATES: Record<Charge['state'], State> = {
  open: { tone: 'info', words: 'Open' },
  declined: { tone: 'bad', words: 'Declined' },
  cancelled: { tone: 'warn', words: 'Cancelled' },
  approved: { tone: 'warn', words: 'Approved' },
  paid: { tone: 'ok', words: 'Paid' },
  expired: { tone: 'bad', words: 'Expired' },
}

function stateOf(charge: Charge): State {
  const refunded = refundedUnits(charge)
  if (refunded > 0n) return { tone: 'warn', words: refunded === sumOf(charge).units ? 'Refunded' : 'Partly refunded' }
  return charge.later ? { tone: 'warn', words: 'Payment pending' } : STATES[charge.state]
}

function row(charge: Charge, now: Date): Html {
  const { tone, words } = stateOf(charge)
  return html`<li class="payment">
    <div class="who">
      <b class="num">${sumInWords(sumOf(charge))}</b
      ><span class="muted small">${labels[charge.provider]}, <bdi>${charge.email || 'no address'}</bdi></span>
    </div>
    <div class="text">
      <p dir="auto">${charge.description || 'No description'}</p>
      <p class="muted small"><code>${charge.reference}</code></p>
    </div>
    <div class="state">
      ${badge(tone, words)} ${isPayable(charge) ? html`<a href="${charge.pageUrl}">Pay page</a>` : null}
      <span class="muted small">${ago(charge.createdAt.toISOString(), now)}</span>
    </div>
  </li>`
}
