import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demoNow } from '../clock/clock.ts'
import { html, type Html } from '../page/html.ts'
import { document } from '../page/layout.ts'
import { badge, phone } from '../page/words.ts'
import { CONTENT_POLICY } from '../platform/app.ts'
import { BadInput, checked } from '../platform/input.ts'
import { africasTalkingReply } from './africas-talking.ts'
import { kannelReply } from './kannel.ts'
import { smsGateways, type Messages, type SmsMessage } from './messages.ts'
import { ownReply } from './own-protocol.ts'
import type { SmsSetting } from './provider.ts'
import { termiiReply } from './termii.ts'
import { twilioReply } from './twilio.ts'

const BRING = {
  default: ownReply,
  kannel: kannelReply,
  termii: termiiReply,
  africastalking: africasTalkingReply,
  twilio: twilioReply,
}

const replied = z.strictObject({
  from: z.string().min(1).max(40),
  to: z.string().min(1).max(40),
  text: z.string().max(20_000),
  gateway: z.enum(smsGateways).default('default'),
  /** The network's own; given, they let a reply come twice or late. */
  id: z.string().min(1).max(200).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  forged: z.boolean().default(false),
})
const written = z.object({ text: z.string().min(1).max(20_000) })

/**
 * `POST /_sandbox/sms/replies`: somebody writes back, by the protocol of this gateway; the same `id` is the same reply. And
 * a page that does the same for a message that arrived.
 */
export function replyRoutes(app: FastifyInstance, setting: SmsSetting): void {
  const bring = async (body: unknown): Promise<{ id: string; taken: boolean }> => {
    const { gateway, forged, id = randomUUID(), at, ...said } = checked(replied, body)
    const notice = BRING[gateway](setting)({ ...said, id, at: at ? new Date(at) : demoNow() })
    return { id, taken: await setting.courier.once(() => notice(forged)) }
  }
  app.post('/_sandbox/sms/replies', async (request, reply) => {
    const brought = await bring(request.body)
    return reply.code(brought.taken ? 200 : 502).send(brought)
  })
  void app.register((forms, _options, done) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    forms.get('/sms/reply', (request: Asked, reply) => show(reply, messageOf(setting.messages, request)))
    forms.post('/sms/reply', async (request: Asked, reply) => {
      refuseOthers(request)
      const { to: from, from: to, gateway } = messageOf(setting.messages, request)
      const { taken } = await bring({ from, to, gateway, text: checked(written, request.body).text })
      if (taken) return reply.redirect('/?show=sms', 303)
      return show(reply.code(502), messageOf(setting.messages, request), 'Narthex did not take the reply.')
    })
    done()
  })
}

type Asked = FastifyRequest<{ Querystring: { to?: string } }>

/** What names a message on these pages. */
const keyOf = ({ gateway, reference, id }: SmsMessage): string => (gateway === 'default' ? reference : id)

/** Where somebody answers a message in the place of the one who got it. */
export const replyAddress = (message: SmsMessage): string => `/sms/reply?to=${encodeURIComponent(keyOf(message))}`

function messageOf(messages: Messages, { query }: Asked): SmsMessage {
  const message = messages.find(query.to ?? '')
  if (!message) throw new BadInput('to: There is no such message any more.')
  return message
}

/** A page elsewhere that sends a form here replies to nobody. */
function refuseOthers({ headers }: Asked): void {
  const from = headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') throw new BadInput('Press the button on the sandbox’s own page.')
}

const show = (reply: FastifyReply, message: SmsMessage, failure?: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_POLICY.replace("form-action 'none'", "form-action 'self'"))
    .send(document({ title: 'Reply · Narthex sandbox', body: page(message, failure) }))

const page = (message: SmsMessage, failure: string | undefined): Html =>
  html`<div class="pagehead">
      <p><a href="/?show=sms">Back to the messages</a></p>
      <h1>Reply as ${phone(message.to)}</h1>
      <p>To <bdi>${message.from}</bdi>. Reply STOP or START to stop its messages or get them again.</p>
    </div>
    <section class="card clock">
      <p class="text" dir="auto">${message.text}</p>
      ${failure ? html`<p>${badge('bad', failure)}</p>` : null}
      <form method="post" action="${replyAddress(message)}" class="jumpto">
        <label for="text">Reply</label>
        <div class="field">
          <input id="text" name="text" required maxlength="1600" autocomplete="off" autofocus />
          <button class="button primary">Send reply</button>
        </div>
      </form>
    </section>`
