import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors, type ErrorBody } from '#contract/errors.ts'
import { endpoints } from '#contract/calls/every-call.ts'
import { refusalCodesOf } from '#server/platform/site/openapi.ts'
import { addressOf, askPlainly } from '#server/test-kit/call.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { fieldsOf, hostileBodies, hostileValues } from '#server/test-kit/hostile.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** Much of the time is waiting. */
const AT_ONCE = 8

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const asText = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))

/** Every request of one call with one thing in it that does not belong there. */
function* nonsense(endpoint: Endpoint): Generator<[address: string, body?: string]> {
  const params = Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, UNKNOWN]))
  for (const value of hostileValues) {
    const text = asText(value).slice(0, 4_000)
    for (const field of fieldsOf(endpoint, 'params'))
      yield [addressOf(endpoint, { params: { ...params, [field]: text } })]
    for (const field of fieldsOf(endpoint, 'query')) yield [addressOf(endpoint, { params, query: { [field]: text } })]
    for (const field of fieldsOf(endpoint, 'body'))
      yield [addressOf(endpoint, { params }), JSON.stringify({ [field]: value })]
  }
  if (endpoint.method !== 'GET') for (const body of hostileBodies) yield [addressOf(endpoint, { params }), body]
}

/** What is wrong with the answer to one request; null when it is an answer or a refusal that the call declares. */
async function faultOf(endpoint: Endpoint, address: string, body?: string): Promise<string | null> {
  const reply = await askPlainly(app.url + address, {
    method: endpoint.method,
    headers: { cookie: operator.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  })
  if (reply.status === 200) return null
  const { code } = JSON.parse(reply.text) as ErrorBody
  // An empty parameter makes another address of it.
  const declared = [...refusalCodesOf(endpoint), 'not_found', 'method_not_allowed'].includes(code) && reply.status < 500
  if (declared && errors[code].status === reply.status) return null
  return `${reply.status} ${code} for ${address.slice(0, 200)} ${body?.slice(0, 200)}`
}

const operatorConsole = endpoints.filter(({ access }) => access === 'operator')

test.each(operatorConsole.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers an operator’s nonsense with a code it declares',
  async (_name, endpoint) => {
    const faults: string[] = []
    const waiting = nonsense(endpoint)
    const ask = async (): Promise<void> => {
      for (const [address, body] of waiting) {
        const fault = await faultOf(endpoint, address, body)
        if (fault) faults.push(fault)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    expect(faults).toEqual([])
  },
)
