import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerThroughFault } from '../faults/answer.ts'
import type { Faults } from '../faults/faults.ts'
import { inboxRoutes } from '../platform/inbox.ts'
import { checked } from '../platform/input.ts'
import type { StandIn, Tab } from '../page/stand-in.ts'
import { type Browser, type Browsers, createBrowsers, PUSHES_KEPT, type PushMessage } from './browsers.ts'
import { createPublicKey, verify } from 'node:crypto'
import { html, type Html } from '../page/html.ts'
import { empty } from '../page/layout.ts'
import { ago, badge, counted } from '../page/words.ts'

const SHOWN = 100

/** What Narthex sends: Declarative Web Push. */
const notification = z.object({
  web_push: z.literal(8030),
  notification: z.object({ title: z.string(), body: z.string(), navigate: z.url() }),
})

const pushTab = ({ kept }: Browsers): Tab => ({
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
  const { title, body, navigate } = read.data.notification
  return html`<p class="text" dir="auto"><b>${title}</b> ${body} <code>${new URL(navigate).pathname}</code></p>`
}

const AUTHORIZATION = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/
const DAY_SECONDS = 24 * 60 * 60
const POINT_BYTES = 65

const head = z.object({ alg: z.literal('ES256') })
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(https:|mailto:)./) })

type Asked = { authorization: string | undefined; audience: string; now: Date }

/**
 * Who signed a message (RFC 8292): the public key, base64url. Null: it is signed by nobody, not by who it says, for another
 * push service, or not for now.
 */
function signerOf({ authorization, audience, now }: Asked): string | null {
  const [, header = '', payload = '', signature = '', key = ''] = AUTHORIZATION.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== POINT_BYTES) return null
  try {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    head.parse(read(header))
    const { aud, exp } = claims.parse(read(payload))
    const seconds = exp - now.getTime() / 1_000
    const isGood = aud === audience && seconds > 0 && seconds <= DAY_SECONDS
    const bytes = Buffer.from(`${header}.${payload}`)
    return isGood && verify('sha256', bytes, signed, Buffer.from(signature, 'base64url')) ? key : null
  } catch {
    return null
  }
}

const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

/** The most that push services take. */
const BODY_LIMIT = 4_096

const subscribing = z.strictObject({
  /** The server's VAPID key, base64url: as a browser is given it. */
  applicationServerKey: z.string().max(100).optional(),
})

type Setting = { faults: Faults; closing: AbortSignal }
type Named = { Params: { id: string } }

/** The push service of a browser, and the browser: subscribes, takes signed and encrypted messages, reads them. */
export function createPushService(setting: Setting): StandIn {
  const browsers = createBrowsers()
  return {
    tab: pushTab(browsers),
    close: () => Promise.resolve(),
    async routes(app) {
      inboxRoutes(app, {
        name: 'push',
        kept: browsers.kept,
        capacity: PUSHES_KEPT,
        filters: { subscription: (message, id) => message.subscription === id },
        present: (message) => message,
        clear: browsers.kept.clear,
      })
      subscriptionRoutes(app, browsers)
      await app.register((api) => messageRoutes(api, browsers, setting))
    },
  }
}

/** Stands in for the page's `pushManager`. */
function subscriptionRoutes(app: FastifyInstance, browsers: Browsers): void {
  app.post('/_sandbox/push/subscriptions', (request, reply) => {
    const { applicationServerKey = null } = checked(subscribing, request.body ?? {})
    return reply.code(201).send(asJson(browsers.subscribe(applicationServerKey), originOf(request)))
  })
  app.delete<Named>('/_sandbox/push/subscriptions/:id', (request, reply) =>
    browsers.unsubscribe(request.params.id) ? { unsubscribed: true } : reply.callNotFound(),
  )
}

/** What `PushSubscription.toJSON()` gives, and the name by which the sandbox knows it. */
const asJson = ({ id, pair, auth }: Browser, origin: string): object => ({
  id,
  endpoint: `${origin}/push/${id}`,
  expirationTime: null,
  keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
})

/** As the server knows it, by whatever name it was called. */
const originOf = ({ socket }: FastifyRequest): string => `http://127.0.0.1:${socket.localPort}`

/** A refusal of a message, as its status and a word. */
type Refusal = [status: number, error: string]

async function messageRoutes(api: FastifyInstance, browsers: Browsers, { faults, closing }: Setting): Promise<void> {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  api.post<Named>('/push/:id', (request, reply) => {
    const browser = browsers.find(request.params.id)
    const refusal = refusalOf(request, browser)
    if (refusal || !browser) return refuse(reply, refusal ?? GONE)
    const { headers, body } = request
    const answer = () => {
      const ttl = Number(headers.ttl)
      browsers.take(browser, { body: body as Buffer, ttl, urgency: one(headers.urgency), topic: one(headers.topic) })
      void reply.code(201)
      return {}
    }
    return answerThroughFault({ fault: faults.take('push message'), reply, closing, answer })
  })
}

const GONE: Refusal = [410, 'gone']

function refusalOf(request: FastifyRequest, browser: Browser | undefined): Refusal | null {
  const { headers, body } = request
  const signer = signerOf({ authorization: headers.authorization, audience: originOf(request), now: new Date() })
  if (signer === null) return [401, 'unauthorized']
  if (!browser) return GONE
  if (browser.serverKey !== null && browser.serverKey !== signer) return [403, 'another_key']
  if (!/^\d{1,9}$/.test(one(headers.ttl) ?? '')) return [400, 'ttl']
  if (headers['content-encoding'] !== 'aes128gcm') return [400, 'content_encoding']
  if (!/^[\w-]{1,32}$/.test(one(headers.topic) ?? 'none')) return [400, 'topic']
  return body instanceof Buffer && body.length > 0 ? null : [400, 'body']
}

const refuse = (reply: FastifyReply, [status, error]: Refusal): FastifyReply => reply.code(status).send({ error })

const one = (header: string | string[] | undefined): string | null => (typeof header === 'string' ? header : null)
