import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { inboxRoutes } from '../platform/inbox.ts'
import type { StandIn, Tab } from '../page/stand-in.ts'
import { africasTalkingRoutes } from './africas-talking.ts'
import { kannelRoutes } from './kannel.ts'
import { createMessages, type Messages, MESSAGES_KEPT, type SmsMessage } from './messages.ts'
import { ownRoutes } from './own-protocol.ts'
import type { SmsSecrets, SmsSetting } from './provider.ts'
import { replyAddress, replyRoutes } from './replies.ts'
import { createSingleCourier } from './single-courier.ts'
import { termiiRoutes } from './termii.ts'
import { twilioRoutes } from './twilio.ts'
import { ENDINGS } from './verdict.ts'
import { html, type Html } from '../page/html.ts'
import { empty } from '../page/layout.ts'
import { ago, badge, counted, phone, type Tone, withLinks } from '../page/words.ts'

const SHOWN = 100

const STATES: Record<SmsMessage['state'], { tone: Tone; words: string }> = {
  accepted: { tone: 'warn', words: 'Accepted' },
  delivered: { tone: 'ok', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Failed' },
  rejected: { tone: 'bad', words: 'Rejected' },
}

const smsTab = ({ kept }: Messages): Tab => ({
  show: 'sms',
  label: 'SMS',
  count: kept.size,
  render: (now) => html`${RULES} ${kept.size() === 0 ? NOTHING_YET : list(kept.newest(SHOWN), kept.size(), now)}`,
})

const RULES = html`<p class="rules">
  A number that ends in <b>…98</b> is rejected immediately; one that ends in <b>…99</b> is accepted, then its receipt
  says failed; every other gets its message. These end otherwise:
  ${ENDINGS.map(([digits, , words], nth) => html`${nth > 0 ? ', ' : ''}<b>…${digits}</b> ${words}`)}.
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
      <b>${phone(message.to)}</b
      ><span class="muted small"
        >from <bdi>${message.from}</bdi>${message.gateway === 'default' ? null : `, ${message.gateway}`}</span
      >
    </div>
    <p class="text" dir="auto">${withLinks(message.text)}</p>
    <div class="state">
      ${badge(tone, words)}${message.code ? html`<code>${message.code}</code>` : null}
      <span class="muted small"
        >${ago(message.at, now)}${message.attempts > 1 ? `, sent ${message.attempts} times` : null}</span
      ><a class="small" href="${replyAddress(message)}">Reply</a>
    </div>
  </li>`
}

type Setting = { smsSecrets: SmsSecrets; smsWebhookUrl: string | null; faults: Faults; closing: AbortSignal }

/** SMS gateways over HTTP, each in its own protocol: they take messages, answer for each, tell what became of it. */
export function createSmsGateway({ smsSecrets: secrets, smsWebhookUrl, faults, closing }: Setting): StandIn {
  const messages = createMessages()
  return {
    tab: smsTab(messages),
    close: () => Promise.resolve(),
    async routes(app) {
      const courier = createSingleCourier({ faults, closing, log: app.log })
      const callbackUrl: SmsSetting['callbackUrl'] = (gateway, replies) =>
        `${smsWebhookUrl ?? NOWHERE}/${gateway}${replies ? `/${replies}` : ''}`
      const setting: SmsSetting = { secrets, messages, faults, closing, courier, callbackUrl }
      inboxRoutes(app, {
        name: 'sms',
        kept: messages.kept,
        capacity: MESSAGES_KEPT,
        filters: {
          to: (message, to) => message.to === to,
          reference: (message, reference) => message.reference === reference,
          gateway: (message, gateway) => message.gateway === gateway,
        },
        present: shown,
        clear: messages.clear,
      })
      replyRoutes(app, setting)
      await app.register((api) => providerRoutes(api, setting))
    },
  }
}

/** An address of this machine where nothing listens. */
const NOWHERE = 'http://127.0.0.1:2'

async function providerRoutes(api: FastifyInstance, setting: SmsSetting): Promise<void> {
  api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  await api.register((own) => ownRoutes(own, setting))
  kannelRoutes(api, setting)
  termiiRoutes(api, setting)
  africasTalkingRoutes(api, setting)
  twilioRoutes(api, setting)
}

const shown = ({ rejection: _rejection, ...message }: SmsMessage) => message
