import { html, type Html } from '#sandbox/page/html.ts'
import { icon, type Tone } from '#sandbox/page/words.ts'
import { type Charge, isPayable, refundedUnits, sumOf } from '../charge.ts'
import { labels } from '../provider.ts'
import { sumInWords } from '../sum.ts'

/** The page on which a charge is paid: what for, how much, and what the payer can do. */
export const payPage = (charge: Charge): Html =>
  html`<section class="card till" aria-labelledby="what">
    <p class="standin">
      ${icon('info')}<span><b>Sandbox.</b> This page stands in for ${labels[charge.provider]}. No money moves.</span>
    </p>
    ${said(charge)}
    <div>
      <h1 id="what" dir="auto">${charge.description || 'Payment'}</h1>
      <p class="sum num">${sumInWords(sumOf(charge))}</p>
    </div>
    ${facts(charge)} ${isPayable(charge) && !charge.later ? buttons(charge) : wayBack(charge)}
  </section>`

const facts = (charge: Charge): Html =>
  html`<dl class="facts">
    <div>
      <dt>Provider</dt>
      <dd>${labels[charge.provider]}</dd>
    </div>
    ${
      charge.email
        ? html`<div>
            <dt>Payer</dt>
            <dd><bdi>${charge.email}</bdi></dd>
          </div>`
        : null
    }
    <div>
      <dt>Reference</dt>
      <dd><code>${charge.reference}</code></dd>
    </div>
  </dl>`

const buttons = (charge: Charge): Html => {
  const leads = labels[charge.provider]
  return html`<form method="post" class="acts">
    <button class="button primary" name="act" value="pay">
      ${charge.needsCapture ? 'Approve and pay' : 'Pay'} <span class="num">${sumInWords(charge.asked)}</span>
    </button>
    <div class="others">
      <button class="button" name="act" value="decline" aria-describedby="decline">Decline</button>
      <button class="button" name="act" value="later" aria-describedby="later">Pay later</button>
      <button class="button" name="act" value="cancel" aria-describedby="cancel">Cancel</button>
    </div>
    <ul class="hints muted small">
      <li id="decline"><b>Decline:</b> ${leads} declines the card. You stay on this page.</li>
      <li id="later"><b>Pay later:</b> you go back, and the payment is made automatically a few seconds later.</li>
      <li id="cancel"><b>Cancel:</b> go back without paying.</li>
    </ul>
  </form>`
}

function wayBack(charge: Charge): Html | null {
  const done = charge.state === 'paid' || charge.state === 'approved' || charge.later
  const back = charge.talk.wayBack(done ? 'paid' : 'cancelled')
  return back === null ? null : html`<a class="button primary" href="${back}">Go back</a>`
}

type Said = { tone: Tone; title: string; words: string }

function said(charge: Charge): Html | null {
  const saying = sayingOf(charge)
  return saying
    ? html`<div class="said ${saying.tone}" role="status">
        ${icon(saying.tone)}
        <div>
          <b>${saying.title}</b>
          <p>${saying.words}</p>
        </div>
      </div>`
    : null
}

function sayingOf(charge: Charge): Said | null {
  if (charge.later)
    return {
      tone: 'warn',
      title: 'Not paid yet',
      words: 'It will be paid automatically in a few seconds. You can close this page.',
    }
  if (refundedUnits(charge) > 0n) return { tone: 'ok', title: 'Refunded', words: 'This payment has been refunded.' }
  switch (charge.state) {
    case 'declined':
      return {
        tone: 'bad',
        title: 'Declined',
        words: 'Your card was declined and nothing was charged. Try again, or cancel.',
      }
    case 'cancelled':
      return { tone: 'warn', title: 'Cancelled', words: 'You left without paying. You can still pay.' }
    case 'approved':
      return { tone: 'ok', title: 'Approved', words: 'The payment is taken as soon as the shop asks for it.' }
    case 'paid':
      return { tone: 'ok', title: 'Paid', words: 'Thank you. You can close this page.' }
    case 'expired':
      return { tone: 'bad', title: 'Expired', words: 'This payment page has expired. Nothing was charged.' }
    default:
      return null
  }
}
