import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { z } from 'zod'
import { answerChecks } from './oracle-answers.ts'
import { withPlainNull } from './plain-null.ts'

/**
 * The official documents of the payment providers: what an adapter asks and what the sandbox answers is held against
 * them. They lie beside the repository, or where `ORACLES` says.
 */
const folder = process.env['ORACLES'] ?? path.resolve(import.meta.dirname, '../../../shared/oracles')

const documents = {
  stripe: 'stripe.trimmed.json',
  paystack: 'paystack.yaml',
  'paypal-orders': 'paypal_checkout_orders_v2.json',
  'paypal-webhooks': 'paypal_notifications_webhooks_v1.json',
} as const

export type OracleName = keyof typeof documents

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
  const readBody = name === 'stripe' ? parseForm : parseJson
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

/** A form knows text only, so Stripe's types are read into it; PayPal's patterns fail with the flag `u`, and bad bodies pass. */
async function requestsOf(document: Document, name: OracleName): Promise<OpenAPIBackend> {
  const ajvOpts = { allErrors: true, strict: false, unicodeRegExp: false, coerceTypes: name === 'stripe' }
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
