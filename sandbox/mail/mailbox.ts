import type { FastifyInstance } from 'fastify'
import type { Faults } from '#sandbox/faults/faults.ts'
import { html } from '#sandbox/page/html.ts'
import { document } from '#sandbox/page/layout.ts'
import { inboxRoutes } from '#sandbox/platform/inbox.ts'
import type { StandIn } from '#sandbox/platform/stand-in.ts'
import { mailPage } from './mail-page.ts'
import { mailTab } from './mail-tab.ts'
import { createMails, type Mails, MAILS_KEPT } from './mails.ts'
import { listenForMail } from './smtp.ts'
import { framed, FRAME_POLICY } from './framed.ts'

type Setting = { host: string; port: number; faults: Faults }

/** A mail server that keeps what it gets, and shows it. */
export async function openMailbox(setting: Setting): Promise<StandIn & { port: number }> {
  const mails = createMails()
  const smtp = await listenForMail({ ...setting, mails })
  return {
    port: smtp.port,
    close: smtp.close,
    tab: mailTab(mails),
    async routes(app) {
      inboxRoutes(app, {
        name: 'mail',
        kept: mails.kept,
        capacity: MAILS_KEPT,
        filters: { to: (mail, to) => mail.to.some((address) => address.toLowerCase() === to.toLowerCase()) },
        present: (mail) => mail,
        clear: mails.kept.clear,
      })
      mailRoutes(app, mails)
    },
  }
}

type OneMail = { Params: { id: string } }

/** `/mail/:id` shows a mail, `/mail/:id/html` is what its frame shows. */
function mailRoutes(app: FastifyInstance, mails: Mails): void {
  app.get<OneMail>('/mail/:id', (request, reply) => {
    const mail = mails.find(request.params.id)
    const body = mail ? mailPage(mail, new Date()) : GONE
    const page = document({ title: `${mail?.subject || 'Mail'} · Narthex sandbox`, body })
    return reply
      .code(mail ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(page)
  })
  app.get<OneMail>('/mail/:id/html', (request, reply) => {
    const mail = mails.find(request.params.id)
    if (!mail?.html) return reply.callNotFound()
    return reply
      .header('content-security-policy', FRAME_POLICY)
      .type('text/html; charset=utf-8')
      .send(framed(mail.html))
  })
}

const GONE = html`<a class="back" href="/?show=mail">Back to all mails</a>
  <div class="pagehead">
    <h1>This mail is not here</h1>
    <p>The inbox was emptied, or the sandbox has started anew since.</p>
  </div>`
