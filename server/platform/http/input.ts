import type { FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

const PARTS = ['params', 'query', 'body'] as const

/** Validates each part of a request against the contract, apart from each other. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const part of PARTS) {
    const schema = endpoint[part]
    if (!schema) continue
    const given = request[part] ?? {}
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new ApiError('invalid_input', { fields: fieldsOf(parsed.error) })
    refuseBrokenText(parsed.data, part)
    input[part] = parsed.data
  }
  return input
}

function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.slice(0, 20).map((issue) => [issue.path.join('.') || '*', issue.message]))
}

/**
 * PostgreSQL keeps neither NUL nor half a surrogate pair; nobody types them, so they are refused, not repaired. Of what
 * the call reads: fields that it does not know are gone by now.
 */
function refuseBrokenText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw new ApiError('invalid_input', { fields: { [path]: 'Contains characters that are not text.' } })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseBrokenText(key, path)
      refuseBrokenText(inner, `${path}.${key}`.slice(0, 200))
    }
  }
}
