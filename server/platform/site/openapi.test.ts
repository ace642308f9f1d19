import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/every-call.ts'
import { openapiOf } from './openapi.ts'

type Node = Record<string, unknown>
type Operation = {
  parameters: { name: string; in: string; required?: boolean; schema: Node }[]
  requestBody?: { content: Record<string, { schema: Node }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Node }> }>
  security: Node[]
}

// As it travels: what JSON leaves out is not there.
const document = JSON.parse(JSON.stringify(openapiOf(endpoints, 'https://narthex.example'))) as {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { securitySchemes: Node }
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
)

const schemasOf = ({ parameters, requestBody, responses }: Operation): Node[] => [
  ...parameters.map(({ schema }) => schema),
  ...[requestBody, ...Object.values(responses)].flatMap((part) =>
    Object.values(part?.content ?? {}).map(({ schema }) => schema),
  ),
]

/** Every keyword a Schema Object of OpenAPI 3.0 may have; those of newer JSON Schema are none. */
const KEYWORDS: Record<string, (value: unknown) => boolean> = {
  type: (value) => ['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(value as string),
  nullable: isBoolean,
  enum: Array.isArray,
  format: isText,
  pattern: (value) => isText(value) && Boolean(new RegExp(value as string)),
  title: isText,
  description: isText,
  default: () => true,
  minLength: Number.isInteger,
  maxLength: Number.isInteger,
  minItems: Number.isInteger,
  maxItems: Number.isInteger,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: isBoolean,
  exclusiveMaximum: isBoolean,
  uniqueItems: isBoolean,
  required: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  properties: (value) => Object.values(value as Node).every(isSchema),
  additionalProperties: (value) => isBoolean(value) || isSchema(value),
  items: isSchema,
  anyOf: areSchemas,
  oneOf: areSchemas,
  allOf: areSchemas,
  not: isSchema,
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}
function areSchemas(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema)
}
function isSchema(value: unknown): boolean {
  return faultsOf(value).length === 0
}

/** What of a schema is not OpenAPI 3.0. */
function faultsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return ['no object']
  const node = schema as Node
  const wrong = Object.entries(node).filter(([keyword, value]) => !(KEYWORDS[keyword]?.(value) ?? false))
  const arrays = node['type'] === 'array' && !node['items'] ? ['an array without items'] : []
  return [...wrong.map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)?.slice(0, 300)}`), ...arrays]
}

test('the document is OpenAPI 3.0 and holds every call of the contract once', () => {
  expect(document.openapi).toMatch(/^3\.0\.\d$/)
  expect(document.info).toMatchObject({ title: 'Narthex', version: '1' })
  expect(document.servers).toEqual([{ url: 'https://narthex.example' }])
  expect(operations.map(({ name }) => name).toSorted()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
})

const namesOf = (some: typeof endpoints): string[] => some.map(({ method, path }) => `${method} ${path}`)
const downloads = namesOf(endpoints.filter(({ download }) => download))
const streams = namesOf(endpoints.filter(({ stream }) => stream))
const contentTypeOf = (name: string): string =>
  downloads.includes(name) ? '*/*' : streams.includes(name) ? 'text/event-stream' : 'application/json'

test.each(operations.map((one) => [one.name, one] as const))(
  '%s has sound parameters, answers and schemas',
  (name, { path, operation }) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name).toSorted()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
    )
    for (const parameter of inPath) expect(parameter.required).toBe(true)
    for (const parameter of operation.parameters) expect(['path', 'query', 'header']).toContain(parameter.in)
    for (const scheme of operation.security.flatMap(Object.keys))
      expect(document.components.securitySchemes).toHaveProperty(scheme)
    expect(Object.keys(operation.responses)).toContain('200')
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/)
      expect(description).not.toBe('')
      expect(Object.keys(content)).toEqual([status === '200' ? contentTypeOf(name) : 'application/json'])
    }
    expect(schemasOf(operation).flatMap(faultsOf)).toEqual([])
  },
)

test('the check itself finds what newer JSON Schema allows', () => {
  const newer: Node[] = [
    { type: ['string', 'null'] },
    { const: 1 },
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'array' },
    { $schema: 'x' },
    { properties: { a: { $defs: {} } } },
  ]
  for (const schema of newer) expect(faultsOf(schema)).toHaveLength(1)
})
