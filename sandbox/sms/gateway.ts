import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerThroughFault } from '../faults/answer.ts'
import type { Faults } from '../faults/faults.ts'
import { inboxRoutes } from '../platform/inbox.ts'
import { checked } from '../platform/input.ts'
import type { StandIn, Tab } from '../page/stand-in.ts'
import { createCourier } from './courier.ts'
import { createMessages, type Messages, MESSAGES_KEPT, type SmsMessage } from './messages.ts'
import { lookup, type Rejection, type Result, submission, type Submitted } from './protocol.ts'
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

const REFUSED: Rejection = { code: 'refused', message: 'The network refused this message.' }

type Setting = { gatewayKey: string; receiptSecret: string; faults: Faults; closing: AbortSignal }

/** An SMS gateway over HTTP: takes messages in batches, answers for each, posts signed receipts. */
export function createSmsGateway(setting: Setting): StandIn {
  const messages = createMessages()
  return {
    tab: smsTab(messages),
    close: () => Promise.resolve(),
    async routes(app) {
      inboxRoutes(app, {
        name: 'sms',
        kept: messages.kept,
        capacity: MESSAGES_KEPT,
        filters: {
          to: (message, to) => message.to === to,
          reference: (message, reference) => message.reference === reference,
        },
        present: shown,
        clear: messages.clear,
      })
      await app.register((api) => gatewayRoutes(api, messages, setting))
    },
  }
}

async function gatewayRoutes(api: FastifyInstance, messages: Messages, setting: Setting): Promise<void> {
  const { faults, closing } = setting
  const courier = createCourier({ secret: setting.receiptSecret, faults, closing, log: api.log })
  api.addHook('onRequest', withKey(setting.gatewayKey))

  api.post('/sms/v1/messages', (request, reply) => {
    const submitted = checked(submission, request.body)
    const fault = faults.take('sms submission')
    const answer = () => {
      const taken = takeAll(messages, submitted.messages, fault?.mode === 'refuse-half')
      courier.add(submitted.receiptUrl, taken.accepted)
      return { results: taken.results }
    }
    return answerThroughFault({ fault, reply, closing, answer })
  })

  api.post('/sms/v1/messages/lookup', (request, reply) => {
    const { references } = checked(lookup, request.body)
    const answer = () => ({ results: references.map((reference) => lookedUp(messages, reference)) })
    return answerThroughFault({ fault: faults.take('sms lookup'), reply, closing, answer })
  })
}

const withKey = (key: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (request.headers.authorization !== `Bearer ${key}`) return reply.code(401).send({ error: 'unauthorized' })
  return undefined
}

function takeAll(messages: Messages, submitted: readonly Submitted[], refuseHalf: boolean) {
  const results: Result[] = []
  const accepted: SmsMessage[] = []
  for (const [index, one] of submitted.entries()) {
    const { message, fresh } = messages.take(one, refuseHalf && index % 2 === 1 ? REFUSED : undefined)
    results.push(message.result)
    if (fresh && message.state === 'accepted') accepted.push(message)
  }
  return { results, accepted }
}

/** As it was answered, and what the network has made of it since. */
function lookedUp(messages: Messages, reference: string) {
  const message = messages.find(reference)
  if (!message) return { reference, status: 'not_found' }
  const { result, state, code } = message
  return result.status === 'accepted' ? { ...result, state, code } : result
}

const shown = ({ result: _result, ...message }: SmsMessage) => message
