import { html, type Html } from '#sandbox/page/html.ts'
import { empty } from '#sandbox/page/layout.ts'
import { ago, badge, counted, phone, type Tone, withLinks } from '#sandbox/page/words.ts'
import type { Tab } from '#sandbox/platform/stand-in.ts'
import type { Messages, SmsMessage } from './messages.ts'

const SHOWN = 100

const STATES: Record<SmsMessage['state'], { tone: Tone; words: string }> = {
  accepted: { tone: 'warn', words: 'Accepted' },
  delivered: { tone: 'ok', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Failed' },
  rejected: { tone: 'bad', words: 'Rejected' },
}

export const smsTab = ({ kept }: Messages): Tab => ({
  show: 'sms',
  label: 'SMS',
  count: kept.size,
  render: (now) => html`${RULES} ${kept.size() === 0 ? NOTHING_YET : list(kept.newest(SHOWN), kept.size(), now)}`,
})

const RULES = html`<p class="rules">
  A number that ends in <b>…98</b> is rejected immediately; one that ends in <b>…99</b> is accepted, then its receipt
  says failed; every other gets its message.
</p>`

const NOTHING_YET = empty({
  title: 'No messages yet',
  hint: 'Send an SMS in Narthex and it appears here a moment later.',
})

const list = (messages: readonly SmsMessage[], total: number, now: Date): Html =>
  html`<ul class="card list">
      ${messages.map((message) => row(message, now))}
    </ul>
    ${total > messages.length ? html`<p class="muted">The newest ${messages.length} of ${counted(total)} messages.</p>` : null}`

function row(message: SmsMessage, now: Date): Html {
  const { tone, words } = STATES[message.state]
  return html`<li class="sms">
    <div class="who">
      <b>${phone(message.to)}</b><span class="muted small">from <bdi>${message.from}</bdi></span>
    </div>
    <p class="text" dir="auto">${withLinks(message.text)}</p>
    <div class="state">
      ${badge(tone, words)}${message.code ? html`<code>${message.code}</code>` : null}
      <span class="muted small"
        >${ago(message.at, now)}${message.attempts > 1 ? `, sent ${message.attempts} times` : null}</span
      >
    </div>
  </li>`
}
