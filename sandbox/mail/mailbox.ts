import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { html, type Html } from '../page/html.ts'
import { document, empty } from '../page/layout.ts'
import { inboxRoutes } from '../platform/inbox.ts'
import type { StandIn, Tab } from '../page/stand-in.ts'
import { createMails, type Mails, MAILS_KEPT, type Mail } from './mails.ts'
import { bounceRoutes } from './bounces.ts'
import { listenForMail } from './smtp.ts'
import { ago, counted, withLinks } from '../page/words.ts'

/** One mail: who and when, as it looks, as plain text, and its headers. */
const mailPage = (mail: Mail, now: Date): Html =>
  html`<a class="back" href="/?show=mail">Back to all mails</a>
    <h1 dir="auto">${mail.subject || 'No subject'}</h1>
    <dl class="facts">
      <div>
        <dt>From</dt>
        <dd><bdi>${mail.fromName}</bdi> <bdi class="muted">${mail.from}</bdi></dd>
      </div>
      <div>
        <dt>To</dt>
        <dd><bdi>${mail.to.join(', ')}</bdi></dd>
      </div>
      <div>
        <dt>Arrived</dt>
        <dd>${ago(mail.at, now)}</dd>
      </div>
      ${
        mail.attachments.length > 0
          ? html`<div>
              <dt>Files</dt>
              <dd>${mail.attachments.map(attachment)}</dd>
            </div>`
          : null
      }
    </dl>
    ${
      mail.html
        ? html`<section class="card">
            <h2>As it looks</h2>
            <iframe
              title="The mail as it looks"
              src="/mail/${mail.id}/html"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>
          </section>`
        : null
    }
    <section class="card">
      <h2>Plain text</h2>
      ${mail.text ? html`<p class="text plain" dir="auto">${withLinks(mail.text)}</p>` : html`<p class="plain muted">This mail has no plain text.</p>`}
    </section>
    <details class="card">
      <summary>Headers</summary>
      <dl class="headers">${Object.entries(mail.headers).map(header)}</dl>
      <p><a href="/mail/${mail.id}/source">The whole mail, as it came</a></p>
    </details>`

const attachment = ({ name, type, bytes }: Mail['attachments'][number]): Html =>
  html`<span class="file"><bdi>${name}</bdi> <span class="muted">${type}, ${counted(bytes)} bytes</span></span>`

const header = ([name, value]: [string, string]): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${withLinks(value)}</dd>
  </div>`

const SHOWN = 100
const START_LENGTH = 300

const mailTab = ({ kept }: Mails): Tab => ({
  show: 'mail',
  label: 'Email',
  count: kept.size,
  render: (now) => (kept.size() === 0 ? NOTHING_YET : list(kept.newest(SHOWN), kept.size(), now)),
})

const NOTHING_YET = empty({
  title: 'No emails yet',
  hint: 'Reset a password in Narthex, for example, and the email appears here.',
})

const list = (mails: readonly Mail[], total: number, now: Date): Html =>
  html`<ul class="card list">
      ${mails.map((mail) => row(mail, now))}
    </ul>
    ${total > mails.length ? html`<p class="muted">The newest ${mails.length} of ${counted(total)} emails.</p>` : null}`

const row = (mail: Mail, now: Date): Html =>
  html`<li class="mail">
    <div class="who">
      <b class="clip"><bdi>${mail.to[0] ?? ''}</bdi></b
      >${mail.to.length > 1 ? html`<span class="muted small">and ${counted(mail.to.length - 1)} more</span>` : null}
    </div>
    <div class="text">
      <a href="/mail/${mail.id}" dir="auto">${mail.subject || 'No subject'}</a>
      <p class="muted small start" dir="auto">${startOf(mail)}</p>
    </div>
    <div class="state muted small">${ago(mail.at, now)}</div>
  </li>`

const startOf = (mail: Mail): string => (mail.text ?? '').replace(/\s+/g, ' ').trim().slice(0, START_LENGTH)

/** A mail's own page: no script, no forms, pictures of this machine only; its links open in a new tab. */
const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const OPEN_IN_NEW_TAB = '<base target="_blank">'
const HEAD = /<head(?:\s[^>]*)?>/i

/** The mail as it came, its links sent to a new tab. The addition stands inside the head, lest it cost the doctype. */
const framed = (mail: string): string =>
  HEAD.test(mail) ? mail.replace(HEAD, (head) => head + OPEN_IN_NEW_TAB) : OPEN_IN_NEW_TAB + mail

type Setting = { host: string; port: number; faults: Faults; webhookUrl: string | null; closing: AbortSignal }

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
      bounceRoutes(app, { ...setting, mails })
    },
  }
}

type OneMail = { Params: { id: string } }

/** `/mail/:id` shows a mail, `/mail/:id/html` is what its frame shows, `/mail/:id/source` is what came over the wire. */
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
  app.get<OneMail>('/mail/:id/source', (request, reply) => {
    const mail = mails.find(request.params.id)
    const source = mail && mails.source(mail)
    return source ? reply.type('text/plain; charset=utf-8').send(source) : reply.callNotFound()
  })
}

const GONE = html`<a class="back" href="/?show=mail">Back to all mails</a>
  <div class="pagehead">
    <h1>This mail is not here</h1>
    <p>The inbox was emptied, or the sandbox has started anew since.</p>
  </div>`
