import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html, type Html } from '../../page/html.ts'
import { document } from '../../page/layout.ts'
import { act, payerActs } from '../till/acts.ts'
import { type Charge, isPayable, refundedUnits, sumOf } from '../till/charge.ts'
import { type Desk, formOf } from '../till/pages.ts'
import { labels, paymentProviders } from '../../platform/provider.ts'
import { icon, type Tone } from '../../page/words.ts'
import { sumInWords } from '../till/sum.ts'

/** The page on which a charge is paid: what for, how much, and what the payer can do. */
const payPage = (charge: Charge): Html =>
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

const params = z.object({ provider: z.enum(paymentProviders), id: z.string() })
const asked = z.object({ act: z.enum(payerActs) })
const REFRESH_SECONDS = 2

/** `/pay/{provider}/{id}`: the page on which a charge is paid. Its buttons lead back with 303, or here again. */
export function pageRoutes(app: FastifyInstance, desk: Desk): void {
  const find = (given: unknown): Charge | undefined => {
    const read = params.safeParse(given).data
    const charge = read && desk.charges.byId(read.provider, read.id)
    if (charge) desk.till.endOverdue(charge)
    return charge
  }
  app.get('/pay/:provider/:id', (request, reply) => {
    const charge = find(request.params)
    if (!charge) return sendPage(reply.code(404), { title: 'Payment not found', body: GONE })
    return sendPage(reply.header('content-security-policy', policyFor(charge)), {
      title: `Pay with ${labels[charge.provider]}`,
      body: payPage(charge),
      ...(charge.later ? { refresh: REFRESH_SECONDS } : {}),
    })
  })
  app.post('/pay/:provider/:id', (request, reply) => {
    const charge = find(request.params)
    if (!charge) return reply.callNotFound()
    const form = asked.safeParse(Object.fromEntries(new URLSearchParams(formOf(request)))).data
    const here = new URL(charge.pageUrl).pathname
    // The page may be older than what happened meanwhile.
    if (!form || !isPayable(charge)) return reply.redirect(here, 303)
    return reply.redirect(act(desk.till, charge, { what: form.act }).to ?? here, 303)
  })
}

type Page = { title: string; body: Html; refresh?: number }

export const sendPage = (reply: FastifyReply, { title, ...page }: Page): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(document({ title: `${title} · Narthex sandbox`, ...page }))

/** A browser holds the redirect after a form against `form-action` too, so the way back has to stand there. */
function policyFor({ talk }: Charge): string {
  const origins = [talk.wayBack('paid'), talk.wayBack('cancelled')].flatMap((address) =>
    address === null ? [] : [new URL(address).origin],
  )
  const targets = [...new Set(["'self'", ...origins])].join(' ')
  return `default-src 'none'; style-src 'self'; base-uri 'none'; form-action ${targets}; frame-ancestors 'none'`
}

const GONE = html`<section class="card till">
  <h1>Payment not found</h1>
  <p class="muted">The sandbox has been restarted, or its list was cleared.</p>
  <a class="button" href="/?show=payments">All sandbox payments</a>
</section>`
