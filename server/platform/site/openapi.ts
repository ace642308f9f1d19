import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors, type ErrorCode } from '#contract/errors.ts'

const inputOf = (schema: z.ZodMiniType): object =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'openapi-3.0' })

/** The OpenAPI 3.0 document of the contract. */
export function openapiOf(endpoints: readonly Endpoint[], serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint)
  return {
    openapi: '3.0.3',
    info: { title: 'Narthex', version: '1', description: 'Paths match without regard to case.' },
    servers: [{ url: serverUrl }],
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function operationOf(endpoint: Endpoint): object {
  const { params, query, body, multipart, access, summary, idempotent } = endpoint
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }
  const requestBody = body
    ? { content: { 'application/json': { schema: inputOf(body) } } }
    : multipart && { content: { 'multipart/form-data': { schema: fileSchema(multipart.field) } } }
  return {
    summary,
    description: describeAccess(access),
    tags: [endpoint.path.split('/')[2] ?? 'session'],
    security: access === 'public' ? [] : [{ session: [] }],
    parameters: [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query'), ...(idempotent ? [key] : [])],
    ...(requestBody ? { requestBody: { required: true, ...requestBody } } : {}),
    responses: {
      200: {
        description: 'The answer',
        content: contentOf(endpoint),
      },
      ...refusalsOf(endpoint),
    },
  }
}

/** A file may be of any kind; everything else is JSON. */
const contentOf = ({ download, stream, response }: Endpoint): object =>
  stream
    ? { 'text/event-stream': { schema: { type: 'string' } } }
    : download
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: z.toJSONSchema(response, { unrepresentable: 'any', target: 'openapi-3.0' }) } }

const fileSchema = (field: string): object => ({
  type: 'object',
  required: [field],
  properties: { [field]: { type: 'string', format: 'binary' } },
})

function describeAccess(access: Endpoint['access']): string {
  if (access === 'public') return 'No sign-in needed.'
  if (access === 'signed_in') return 'Any signed-in person.'
  if (access === 'staff') return 'Any signed-in person, while the church’s gate is open.'
  if (access === 'guardian') return 'A guardian at the portal, while the church’s gate is open.'
  if (access === 'guardian_always') return 'A guardian at the portal.'
  if (access === 'operator') return 'An operator of the installation.'
  return `Needs the ability ${access.ability}${access.whileGated ? ', and works while the subscription is expired.' : '.'}`
}

function fieldsOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inputOf(schema) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: fieldSchema,
  }))
}

const behindTheGate: ErrorCode[] = ['subscription_expired', 'member_capacity_exceeded']

/** The codes with which a call may refuse: its own, and those of whatever stands before it. */
export function refusalCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { access, download, errors: own, idempotent, method, multipart, params, query } = endpoint
  const codes: ErrorCode[] = [...own, 'unexpected', 'unavailable']
  if (params || query) codes.push('malformed_request', 'invalid_input')
  if (method !== 'GET') codes.push('malformed_request', 'invalid_input', 'too_large', 'unsupported_media_type')
  if (multipart) codes.push('too_many_tries')
  if (access !== 'public') {
    codes.push('not_signed_in')
    if (method !== 'GET' || download) codes.push('cross_site')
    if (access === 'operator' && !endpoint.whileEnrolling) codes.push('second_factor_required')
    if (endpoint.recentPassword) codes.push('password_needed')
    if (idempotent && access !== 'operator') codes.push('idempotency_key_reused')
  }
  return [...new Set([...codes, ...authenticatorCodesOf(endpoint)])]
}

/** The codes with which somebody who is signed in may be turned away all the same. */
function authenticatorCodesOf({ access, whileLocked }: Endpoint): ErrorCode[] {
  if (access === 'guardian') return behindTheGate
  if (access === 'signed_in') return whileLocked ? [] : ['not_allowed']
  if (access === 'staff') return ['not_allowed', ...behindTheGate]
  if (typeof access === 'string') return []
  return ['not_allowed', ...(access.whileGated ? [] : behindTheGate)]
}

function refusalsOf(endpoint: Endpoint): Record<string, object> {
  const byStatus = Map.groupBy(refusalCodesOf(endpoint), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
        content: { 'application/json': { schema: errorSchema(codes) } },
      },
    ]),
  )
}

const errorSchema = (codes: ErrorCode[]): object => ({
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: codes },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
})
