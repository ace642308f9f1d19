import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { z } from 'zod'
import { Ajv, type ErrorObject } from 'ajv'

/**
 * The official documents of the payment providers and of Twilio: what an adapter asks and what the sandbox answers is held against
 * them. They lie beside the repository, or where `ORACLES` says.
 */
const folder = process.env['ORACLES'] ?? path.resolve(import.meta.dirname, '../../../shared/oracles')

const documents = {
  stripe: 'stripe.trimmed.json',
  paystack: 'paystack.yaml',
  'paypal-orders': 'paypal_checkout_orders_v2.json',
  'paypal-webhooks': 'paypal_notifications_webhooks_v1.json',
  twilio: 'twilio.api.v2010.json',
} as const

export type OracleName = keyof typeof documents

/** Whose calls are forms. */
const FORMS = new Set<OracleName>(['stripe', 'twilio'])

/** A call as it went over the wire: `body` and `query` as text (form or JSON), or read already. */
export type AskedCall = { body?: unknown; headers?: Record<string, string>; query?: string | Record<string, unknown> }

/** Each answers with what the document objects to; nothing when all is as it says. `path` begins after the host. */
export type Oracle = {
  requestErrors(method: string, path: string, call?: AskedCall): string[]
  /** An answer with a status that the document does not know is an error too. `body` as text, or read already. */
  responseErrors(method: string, path: string, status: number, body: unknown): string[]
  /** Holds a value against one of the document's schemas, such as `checkout.session`. */
  schemaErrors(schema: string, value: unknown): string[]
}

const missing = Object.values(documents).filter((file) => !existsSync(path.join(folder, file)))
if (missing.length > 0) console.warn(`Skipped: the official documents are not in ${folder} (${missing.join(', ')}).`)

/** `test.runIf(hasOracles)('…')`: where the documents are not at hand, the test is reported as skipped. */
export const hasOracles = missing.length === 0

const opened = new Map<OracleName, Promise<Oracle>>()

/** Read once for each test file. Rejects when the document is not there: ask `hasOracles` first. */
export function openOracle(name: OracleName): Promise<Oracle> {
  const oracle = opened.get(name) ?? open(name)
  opened.set(name, oracle)
  return oracle
}

async function open(name: OracleName): Promise<Oracle> {
  const file = path.join(folder, documents[name])
  const document = withPlainNull(await new OpenAPIBackend({ definition: file, quick: true }).loadDocument())
  const { router, validator } = await requestsOf(document, name)
  const readBody = FORMS.has(name) ? parseForm : parseJson
  const answers = answerChecks(document)
  const operationAt = (method: string, address: string) =>
    router.matchOperation({ method, path: address, headers: {} }) ?? `the document knows no ${method} ${address}`
  return {
    requestErrors(method, address, { body, headers = {}, query = {} } = {}) {
      const operation = operationAt(method, address)
      if (typeof operation === 'string') return [operation]
      const request = {
        method,
        path: address,
        headers,
        body: typeof body === 'string' ? readBody(body) : body,
        query: record.parse(typeof query === 'string' ? parseForm(query) : query),
      }
      return sentences(validator.validateRequest(request, operation).errors)
    },
    responseErrors(method, address, status, body) {
      const operation = operationAt(method, address)
      if (typeof operation === 'string') return [operation]
      const read = typeof body === 'string' ? parseJson(body) : body
      return sentences(answers.answer({ ...operation, status }, read))
    },
    schemaErrors: (schema, value) => sentences(answers.schema(schema, value)),
  }
}

/** A form knows text only, so the document's types are read into it; PayPal's patterns fail with the flag `u`, and bad bodies pass. */
async function requestsOf(document: Document, name: OracleName): Promise<OpenAPIBackend> {
  const ajvOpts = { allErrors: true, strict: false, unicodeRegExp: false, coerceTypes: FORMS.has(name) }
  return new OpenAPIBackend({
    definition: structuredClone(document),
    quick: true,
    ajvOpts: { ...ajvOpts, logger: false },
  }).init()
}

const record = z.record(z.string(), z.string().or(z.array(z.string())))
const parseJson = (text: string): unknown => JSON.parse(text)

const load: (name: string) => unknown = createRequire(import.meta.url)
const forms = z.object({ parse: z.custom<(text: string, options: object) => unknown>() }).parse(load('qs'))
const parseForm = (text: string): unknown => forms.parse(text, { depth: 20 })

type Objection = { instancePath: string; message?: string | undefined; params: unknown }

const sentences = (objections: readonly Objection[] | null | undefined): string[] =>
  (objections ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)

/**
 * Holds answers against a document. openapi-backend would unfold each schema with all that it names, which takes Stripe's
 * a quarter of a minute; here the names stay, and each schema is read once.
 */
function answerChecks(document: Document) {
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, logger: false })
  for (const format of ['int32', 'int64', 'float', 'double'])
    ajv.addFormat(format, { type: 'number', validate: isNumber })
  ajv.addSchema(document, 'document')
  const objections = (pointer: string, value: unknown): ErrorObject[] => {
    const validate = ajv.getSchema(`document#${pointer}`)
    if (!validate) throw new Error(`the document has nothing at ${pointer}`)
    return validate(value) === true ? [] : (validate.errors ?? [])
  }
  return {
    schema: (name: string, value: unknown) => objections(`/components/schemas/${escaped(name)}`, value),
    answer({ method, path, status }: { method: string; path: string; status: number }, body: unknown) {
      const place = answerAt(document, `/paths/${escaped(path)}/${method}/responses`, status)
      if (place === null) return [unknownStatus(status)]
      return place.schema === null ? [] : objections(place.schema, body)
    },
  }
}

/** The place of the schema of an answer's body, where it says one; null: the document has no such answer. */
function answerAt(document: Document, responses: string, status: number): { schema: string | null } | null {
  for (const name of [String(status), 'default']) {
    const at = `${responses}/${name}`
    const response = z.looseObject({ $ref: z.string().optional() }).safeParse(lookUp(document, at)).data
    if (!response) continue
    const found = `${response.$ref?.slice(1) ?? at}/content/application~1json/schema`
    return { schema: lookUp(document, found) === undefined ? null : found }
  }
  return null
}

function lookUp(document: Document, pointer: string): unknown {
  let found: unknown = document
  for (const part of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    found =
      typeof found === 'object' && found !== null ? Object.entries(found).find(([key]) => key === name)?.[1] : undefined
  }
  return found
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
const isNumber = (): boolean => true

const unknownStatus = (status: number): ErrorObject => ({
  keyword: 'status',
  instancePath: '',
  schemaPath: '',
  params: { status },
  message: 'is an answer that the document does not know',
})

/**
 * The document with each `nullable` schema as a choice between itself and null, in place. OpenAPI 3.0 allows `nullable`
 * beside a reference or an enumeration; the validator knows it beside a type only.
 */
function withPlainNull(document: Document): Document {
  rewriteBelow(document)
  return document
}

function rewriteBelow(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  for (const below of Object.values(node)) rewriteBelow(below)
  if (!isNullable(node)) return
  const { nullable: _nullable, ...itself } = node
  for (const name of Object.keys(node)) Reflect.deleteProperty(node, name)
  Object.assign(node, { anyOf: [itself, { type: 'object', enum: [null], nullable: true }] })
}

/** `nullable` as a keyword, not as the name of a property. */
const isNullable = (node: object): node is { nullable: true } => 'nullable' in node && node.nullable === true
