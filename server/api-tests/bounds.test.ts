import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { BODY_BYTES, type Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/calls/every-call.ts'
import { DEPTH_MOST, valuesIn } from '#server/platform/http/body.ts'

/** What the largest input of a schema weighs; `unbounded` names what has no end. */
type Size = { bytes: number; values: number; depth: number; unbounded: string[] }

type Node = {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Node[]
  oneOf?: Node[]
  allOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
  additionalProperties?: boolean | Node
  propertyNames?: Node
  maxLength?: number
  maxItems?: number
}

const inputOf = (schema: z.ZodMiniType): Node => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node

const FORMATS = ['uuid', 'date', 'date-time']
/** `^[A-Z]{2}$`, `^\d{1,9}(\.\d{1,6})?$`: anchored, and nothing in it repeats without end. */
const hasEnd = (pattern: string): boolean => /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern)
/** Texts are written with marks, lists of ids and numbers are not. */
const bytesOfText = (letters: number): number => 2 + (letters > 2_000 ? letters : 2 * letters)
const NAMES_OF_A_RECORD = 50

const scalar = (bytes: number, unbounded: string[] = []): Size => ({ bytes, values: 1, depth: 0, unbounded })
const together = (sizes: Size[]): Size => ({
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 2),
  values: sizes.reduce((sum, { values }) => sum + values, 1),
  depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
  unbounded: sizes.flatMap(({ unbounded }) => unbounded),
})
const times = ({ bytes, values, ...rest }: Size, most: number): Size => ({
  bytes: most * (bytes + 1),
  values: most * (values + 1),
  ...rest,
})

function sizeOf(node: Node, path: string): Size {
  const kinds = node.anyOf ?? node.oneOf
  if (kinds) return largest(kinds.map((kind) => sizeOf(kind, path)))
  if (node.allOf) return together(node.allOf.map((part) => sizeOf(part, path)))
  if ('const' in node) return scalar(JSON.stringify(node.const).length)
  if (node.enum) return scalar(Math.max(...node.enum.map((value) => JSON.stringify(value).length)))
  if (node.type === 'string') return sizeOfText(node, path)
  if (node.type === 'array') {
    const { maxItems } = node
    const item = sizeOf(node.items ?? {}, `${path}[]`)
    return together([maxItems === undefined ? { ...item, unbounded: [`${path}[]`] } : times(item, maxItems)])
  }
  if (node.type === 'object') return sizeOfObject(node, path)
  if (['boolean', 'number', 'integer', 'null'].includes(node.type ?? '')) return scalar(24)
  // Whole contacts of existing clients: what is not read of them, the weight of the body bounds.
  if (path === 'body.contacts[]') return { bytes: 0, values: 8, depth: 2, unbounded: [] }
  return scalar(0, [`${path}: anything`])
}

function sizeOfText({ maxLength, format = '', pattern = '' }: Node, path: string): Size {
  if (maxLength !== undefined) return scalar(bytesOfText(maxLength))
  if (FORMATS.includes(format)) return scalar(38)
  return scalar(80, hasEnd(pattern) ? [] : [path])
}

function sizeOfObject({ properties = {}, additionalProperties, propertyNames }: Node, path: string): Size {
  const fields = Object.entries(properties).map(([name, field]) => ({ name, ...sizeOf(field, `${path}.${name}`) }))
  if (typeof additionalProperties === 'object') {
    const entry = sizeOf(additionalProperties, `${path}.*`)
    const isBounded = propertyNames?.enum !== undefined || fields.length > 0
    return together([times(entry, NAMES_OF_A_RECORD), ...(isBounded ? [] : [scalar(0, [`${path}: a record`])])])
  }
  return together(
    fields.map(({ name, bytes, values, ...rest }) => ({ bytes: bytes + name.length + 4, values: values + 2, ...rest })),
  )
}

const largest = (sizes: Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  values: Math.max(...sizes.map(({ values }) => values)),
  depth: Math.max(...sizes.map(({ depth }) => depth)),
  unbounded: sizes.flatMap(({ unbounded }) => unbounded),
})

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const parts = ['params', 'query', 'body'] as const
/** Bodies that are signed are read by their own rules, after the signature. */
const sizes = endpoints.flatMap((endpoint) =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    if (!schema || (part === 'body' && endpoint.signed)) return []
    return [{ endpoint, part, ...sizeOf(inputOf(schema), part) }]
  }),
)
const bodies = sizes.filter(({ part }) => part === 'body')

test('nothing that a call takes is without an end', () => {
  const endless = sizes.filter(({ unbounded }) => unbounded.length > 0)
  expect(endless.map(({ endpoint, unbounded }) => [nameOf(endpoint), unbounded])).toEqual([])
})

test('every call takes the largest body that its contract allows', () => {
  const tooSmall = bodies.filter(({ endpoint, bytes }) => bytes > (endpoint.bodyBytes ?? BODY_BYTES))
  expect(tooSmall.map(({ endpoint, bytes }) => [nameOf(endpoint), bytes])).toEqual([])
  const tooFull = bodies.filter(
    ({ endpoint, values, depth }) => values > valuesIn(endpoint.bodyBytes ?? BODY_BYTES) || depth > DEPTH_MOST,
  )
  expect(tooFull.map(({ endpoint, values, depth }) => [nameOf(endpoint), values, depth])).toEqual([])
})

test('a call asks for more than others only where its contract needs it, and not for much more', () => {
  const asking = bodies.filter(({ endpoint }) => endpoint.bodyBytes !== undefined)
  const idle = asking.filter(({ endpoint, bytes }) => bytes < BODY_BYTES || (endpoint.bodyBytes ?? 0) > 1.5 * bytes)
  expect(idle.map(({ endpoint, bytes }) => [nameOf(endpoint), endpoint.bodyBytes, bytes])).toEqual([])
})

test('a call that strangers may make takes no more than others, but for what is signed', () => {
  const open = endpoints.filter(
    ({ access, bodyBytes, signed }) => access === 'public' && bodyBytes !== undefined && !signed,
  )
  expect(open.map(nameOf)).toEqual([])
})

test('the walk itself finds what has no end', () => {
  const endless = [
    z.object({ a: z.string() }),
    z.object({ a: z.array(z.boolean()) }),
    z.object({ a: z.record(z.string(), z.boolean()) }),
    z.object({ a: z.optional(z.unknown()) }),
    z.union([z.object({ a: z.boolean() }), z.string().check(z.regex(/^a+$/))]),
  ]
  for (const schema of endless) expect(sizeOf(inputOf(schema), 'body').unbounded).toHaveLength(1)
})
