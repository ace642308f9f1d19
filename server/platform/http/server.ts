import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { answerError } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a JSON body as they came: webhooks are signed over them. */
    rawBody: Buffer | null
  }
}

const BODY_LIMIT = 4 * 1024 * 1024
const COMPRESS_FROM_BYTES = 1024

/** The bare HTTP server: parsing, headers and errors; routes come from the areas. */
export async function openHttp(config: Config, log: Log): Promise<FastifyInstance> {
  const http: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Its own lines would hold addresses; observe.ts writes one line an answer, without them.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    routerOptions: { caseSensitive: false, maxParamLength: 400, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  http.setErrorHandler(answerError)
  keepRawBody(http)
  await http.register(cookie)
  await http.register(multipart)
  await http.register(compress, { global: true, encodings: ['gzip'], threshold: COMPRESS_FROM_BYTES })
  await http.register(helmet, securityHeaders(config))
  await http.register(cors, {
    origin: config.corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    credentials: false,
  })
  http.addHook('onSend', async (request, reply) => {
    // Answers are about people: no proxy and no shared browser keeps them.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
  })
  return http
}

/** Reads JSON from bytes and keeps them; `__proto__` and `constructor` keys are refused by fastify's own parser. */
function keepRawBody(http: FastifyInstance): void {
  http.decorateRequest('rawBody', null)
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    return parse(request, body.toString('utf8'), done)
  })
}

function securityHeaders(config: Config): object {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [`'none'`],
        scriptSrc: [`'self'`],
        styleSrc: [`'self'`],
        imgSrc: [`'self'`, 'data:', 'blob:'],
        fontSrc: [`'self'`],
        connectSrc: [`'self'`],
        manifestSrc: [`'self'`],
        baseUri: [`'none'`],
        formAction: [`'self'`],
        frameAncestors: [`'none'`],
        requireTrustedTypesFor: [`'script'`],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https://') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  }
}
