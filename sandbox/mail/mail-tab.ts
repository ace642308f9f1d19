import { html, type Html } from '#sandbox/page/html.ts'
import { empty } from '#sandbox/page/layout.ts'
import { ago, counted } from '#sandbox/page/words.ts'
import type { Tab } from '#sandbox/platform/stand-in.ts'
import type { Mail, Mails } from './mails.ts'

const SHOWN = 100
const START_LENGTH = 300

export const mailTab = ({ kept }: Mails): Tab => ({
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
