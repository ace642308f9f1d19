import { html, type Html } from '#sandbox/page/html.ts'
import { ago, counted, withLinks } from '#sandbox/page/words.ts'
import type { Mail } from './mails.ts'

/** One mail: who and when, as it looks, as plain text, and its headers. */
export const mailPage = (mail: Mail, now: Date): Html =>
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
    </details>`

const attachment = ({ name, type, bytes }: Mail['attachments'][number]): Html =>
  html`<span class="file"><bdi>${name}</bdi> <span class="muted">${type}, ${counted(bytes)} bytes</span></span>`

const header = ([name, value]: [string, string]): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${withLinks(value)}</dd>
  </div>`
