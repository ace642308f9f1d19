import { demoNow } from '#sandbox/clock/clock.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerThroughFault } from '#sandbox/faults/answer.ts'
import type { Faults } from '#sandbox/faults/faults.ts'
import { inboxRoutes } from '#sandbox/platform/inbox.ts'
import { checked } from '#sandbox/platform/input.ts'
import type { StandIn } from '#sandbox/platform/stand-in.ts'
import { type Browser, type Browsers, createBrowsers, PUSHES_KEPT } from './browsers.ts'
import { pushTab } from './push-tab.ts'
import { signerOf } from './vapid.ts'

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
  const signer = signerOf({ authorization: headers.authorization, audience: originOf(request), now: demoNow() })
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
