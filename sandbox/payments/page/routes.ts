import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html, type Html } from '#sandbox/page/html.ts'
import { document } from '#sandbox/page/layout.ts'
import { act, payerActs } from '../acts.ts'
import { type Charge, isPayable } from '../charge.ts'
import { type Desk, formOf } from '../desk.ts'
import { labels, paymentProviders } from '../provider.ts'
import { payPage } from './pay-page.ts'

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
