import { z } from 'zod'
import { html, type Html } from '#sandbox/page/html.ts'
import { empty } from '#sandbox/page/layout.ts'
import { ago, badge, counted } from '#sandbox/page/words.ts'
import type { Tab } from '#sandbox/platform/stand-in.ts'
import type { Browsers, PushMessage } from './browsers.ts'

const SHOWN = 100

/** What Narthex sends to its service worker. */
const notification = z.object({ title: z.string(), body: z.string(), path: z.string() })

export const pushTab = ({ kept }: Browsers): Tab => ({
  show: 'push',
  label: 'Push',
  count: kept.size,
  render: (now) => (kept.size() === 0 ? NOTHING_YET : list(kept.newest(SHOWN), kept.size(), now)),
})

const NOTHING_YET = empty({
  title: 'No push messages yet',
  hint: 'Messages to browsers subscribed here (POST /_sandbox/push/subscriptions) appear here, decrypted. Real browsers get theirs from their own push service.',
})

const list = (messages: readonly PushMessage[], total: number, now: Date): Html =>
  html`<ul class="card list">
      ${messages.map((message) => row(message, now))}
    </ul>
    ${total > messages.length ? html`<p class="muted">The newest ${messages.length} of ${counted(total)} messages.</p>` : null}`

const row = (message: PushMessage, now: Date): Html =>
  html`<li class="sms">
    <div class="who">
      <b>${message.subscription.slice(0, 8)}</b
      ><span class="muted small">${message.urgency ?? 'normal'}, kept ${counted(message.ttl)} s</span>
    </div>
    ${textOf(message)}
    <div class="state">
      ${message.payload === null ? badge('bad', 'Unreadable') : badge('ok', 'Decrypted')}
      <span class="muted small">${ago(message.at, now)}</span>
    </div>
  </li>`

function textOf({ payload }: PushMessage): Html {
  const read = notification.safeParse(payload)
  if (!read.success) return html`<p class="text" dir="auto">${JSON.stringify(payload)}</p>`
  const { title, body, path } = read.data
  return html`<p class="text" dir="auto"><b>${title}</b> ${body} <code>${path}</code></p>`
}
