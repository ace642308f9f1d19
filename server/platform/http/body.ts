import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_BYTES, type Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '../runtime/api-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body as they came, of a call that is signed over them. */
    rawBody: Buffer | null
  }
  interface FastifyContextConfig {
    /** The call of the contract that the route answers. */
    endpoint?: Endpoint
  }
}

/** The deepest body of the contract has seven levels. */
export const DEPTH_MOST = 20
/** Values in an ordinary body, names counted too: the largest are a thousand ids. */
const VALUES_MOST = 5_000
/** What takes more bytes holds more values, and longer ones: ids, numbers and notes, not thousands of nothing. */
const BYTES_A_VALUE = 25

/** How many values a body may hold where it may have so many bytes. */
export const valuesIn = (bytes: number): number => Math.max(VALUES_MOST, Math.floor(bytes / BYTES_A_VALUE))

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [COMMA, COLON] = [0x2c, 0x3a]

/** Reads bodies: JSON within its bounds, forms that are signed, none that is packed. Larger ones than their call takes are refused unread. */
export function readBodies(http: FastifyInstance): void {
  http.decorateRequest('rawBody', null)
  // A small packed body may be a large one; nobody's browser packs what it sends.
  http.addHook('onRequest', (request, _reply, done) => {
    const packed =
      request.method !== 'GET' && (request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
    done(packed ? new ApiError('unsupported_media_type') : undefined)
  })
  // `__proto__` and `constructor` keys are refused by fastify's own parser.
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    (request: FastifyRequest, body: Buffer, done) => {
      const { endpoint } = request.routeOptions.config
      const refusal = refusalOf(body, valuesIn(endpoint?.bodyBytes ?? BODY_BYTES))
      if (refusal) return done(refusal)
      if (endpoint?.signed) {
        // Parsed by whoever has checked the signature.
        request.rawBody = body
        return done(null, undefined)
      }
      return body.length === 0 ? done(null, undefined) : parse(request, body.toString('utf8'), done)
    },
  )
  readSignedForms(http)
}

/** Gateways sign forms too, and mail servers bring whole mails; nobody else may send one: a form is what another site can send in a browser's name. */
function readSignedForms(http: FastifyInstance): void {
  http.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'message/rfc822'],
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    (request: FastifyRequest, body: Buffer, done) => {
      if (!request.routeOptions.config.endpoint?.signed) return done(new ApiError('unsupported_media_type'))
      request.rawBody = body
      return done(null, undefined)
    },
  )
}

/**
 * What is wrong with the shape of a JSON text, told in one pass over its bytes: a few bytes a value make a text that is
 * quickly sent and takes seconds to parse and check.
 */
export function refusalOf(json: Buffer, valuesMost: number): ApiError | null {
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > DEPTH_MOST) return new ApiError('invalid_input', { fields: { body: 'Nested too deeply.' } })
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    else if (byte === COMMA || byte === COLON) values += 1
    if (values > valuesMost) return new ApiError('too_large')
  }
  return null
}

/** Where the text ends that begins at this quote; the end of everything where it does not. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return json.length
}
