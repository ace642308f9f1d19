import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { BODY_BYTES } from '#contract/endpoint.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../runtime/log.ts'
import { readBodies } from './body.ts'
import { isAway } from '../database/away.ts'
import { ApiError } from '../runtime/api-error.ts'

/** Turns whatever was thrown into one error body; only what we did not foresee is logged as an error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (refusal.code === 'unexpected') request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected')
  if (refusal.code === 'unavailable')
    request.log.warn({ err: error, route: request.routeOptions.url }, 'database unavailable')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply.code(refusal.status).send(refusal.body)
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { statusCode } = error as Partial<FastifyError>
  if (isAway(error)) return new ApiError('unavailable', { retryAfter: 5 })
  if (statusCode === 413) return new ApiError('too_large')
  if (statusCode === 415) return new ApiError('unsupported_media_type')
  if (statusCode === 404) return new ApiError('not_found')
  if (statusCode !== undefined && statusCode < 500) return new ApiError('malformed_request')
  return new ApiError('unexpected')
}

const COMPRESS_FROM_BYTES = 1024
/** The longest that browsers remember what another origin may do; without it every call takes two trips. */
const PREFLIGHT_SECONDS = 7_200

const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `media-src 'self'`,
  `connect-src 'self'`,
  // Emails as they look: each with a policy of its own, in a sandbox (download.ts).
  `frame-src 'self'`,
  `manifest-src 'self'`,
  `worker-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
].join(';')

/** The bare HTTP server: parsing, headers and errors; routes come from the areas. */
export async function openHttp(config: Config, log: Log): Promise<FastifyInstance> {
  const headers = securityHeaders(config)
  const loggerInstance: FastifyBaseLogger = log
  const http: FastifyInstance = fastify({
    loggerInstance,
    // Its own lines would hold addresses; observe.ts writes one line an answer, without them.
    logController: new LogController({ disableRequestLogging: true }),
    // Only those who add to the list behind the last known proxy: what stands before it, anybody may have written.
    trustProxy: config.trustedProxies > 0 && ((_address, hop) => hop < config.trustedProxies),
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    // 16 MB at 700 kbit/s take three minutes.
    requestTimeout: 300_000,
    // Heads are small: who dribbles one holds a connection and nothing else.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { caseSensitive: false, maxParamLength: 400, ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
    // An address that cannot be read reaches no hook.
    frameworkErrors: (error, request, reply) =>
      void answerError(
        error,
        request,
        reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id }),
      ),
  })
  http.setErrorHandler(answerError)
  readBodies(http)
  await http.register(cookie)
  await http.register(multipart)
  await http.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: COMPRESS_FROM_BYTES,
  })
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  if (config.corsOrigins.length > 0) await openToOrigins(http, config.corsOrigins)
  http.addHook('onSend', (request, reply, _body, done) => {
    // Answers are about people: no proxy and no shared browser keeps them.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
    done()
  })
  return http
}

async function openToOrigins(http: FastifyInstance, origin: string[]): Promise<void> {
  await http.register(cors, {
    origin,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    credentials: false,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}

/** The same for every answer, so they are made once. */
function securityHeaders({ publicUrl }: Config): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter that some older browsers have made pages unsafe.
    'x-xss-protection': '0',
    ...(publicUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
