import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockStation } from '#contract/checkin/station.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors, type ErrorBody } from '#contract/errors.ts'
import { endpoints } from '#contract/calls/every-call.ts'
import { refusalCodesOf } from '#server/platform/site/openapi.ts'
import { addressOf, askPlainly } from '#server/test-kit/call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildFamily, type Family } from '#server/test-kit/build-family.ts'
import { bodiesWith, fieldsOf, hostileBodies, hostileValues } from '#server/test-kit/hostile.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 5 })
  family = await buildFamily(app, church)
})
afterAll(() => app.stop())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** Much of the time is waiting. */
const AT_ONCE = 8
/** It takes nothing, and nothing but unlocking works afterwards. */
const asked = endpoints.filter((endpoint) => endpoint !== lockStation)
const named = asked.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Whether the session of this test can be known at this call: the desk is asked by the operators' own test. */
const isSigned = ({ access }: Endpoint): boolean => access !== 'public' && access !== 'operator'

const tokenFor = ({ access }: Endpoint): string =>
  access === 'guardian' || access === 'guardian_always' ? family.token : church.admin.token

/** What is wrong with the answer to one request; null when it is an answer or a refusal that the call declares. */
async function faultOf(endpoint: Endpoint, address: string, body?: string): Promise<string | null> {
  const reply = await askPlainly(app.url + address, {
    method: endpoint.method,
    headers: {
      // Signing out, which is public, would end the session that all the other calls are made with.
      ...(isSigned(endpoint) ? { authorization: `Bearer ${tokenFor(endpoint)}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  // What is answered may be a file.
  if (reply.status === 200) return null
  const answer = JSON.parse(reply.text) as ErrorBody
  if (isSigned(endpoint) && answer.code === 'not_signed_in')
    return `the session was lost before ${address.slice(0, 200)}`
  // A path too broken to be matched belongs to no call, and one whose id is empty to the list above it.
  const declared =
    [...refusalCodesOf(endpoint), 'not_found', 'method_not_allowed'].includes(answer.code) && reply.status < 500
  if (declared && errors[answer.code].status === reply.status) return null
  return `${reply.status} ${answer.code} for ${address.slice(0, 200)} ${body?.slice(0, 200)}`
}

const paramsWith = (endpoint: Endpoint, field: string, value: string): Record<string, string> =>
  Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, name === field ? value : UNKNOWN]))

const asText = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))

/** Every request of one call with one thing in it that does not belong there. */
function* nonsense(endpoint: Endpoint): Generator<[address: string, body?: string]> {
  const params = paramsWith(endpoint, '', '')
  for (const value of hostileValues) {
    const text = asText(value).slice(0, 4_000)
    for (const field of fieldsOf(endpoint, 'params'))
      yield [addressOf(endpoint, { params: paramsWith(endpoint, field, text) })]
    for (const field of fieldsOf(endpoint, 'query')) yield [addressOf(endpoint, { params, query: { [field]: text } })]
    for (const body of bodiesWith(endpoint, value)) yield [addressOf(endpoint, { params }), JSON.stringify(body)]
  }
  if (endpoint.method !== 'GET') for (const body of hostileBodies) yield [addressOf(endpoint, { params }), body]
}

test.each(named)(
  '%s answers nonsense with a code it declares',
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
  60_000,
)

test.each([
  '/%',
  '/api/%zz',
  '/api/people/%00',
  '/API/PEOPLE/GROUPS/',
  `/api/${'a'.repeat(9_000)}`,
  '/api/people?limit=1&limit=2',
  '/api/people?__proto__[x]=1',
  '//',
  '/api/../api/people',
])('the address %s is answered without a fault of ours', async (address) => {
  const reply = await fetch(app.url + address, { headers: { authorization: `Bearer ${church.admin.token}` } })
  expect(reply.status).toBeLessThan(500)
  await reply.body?.cancel()
})

test('other content types, methods and oversized bodies are refused by their codes', async () => {
  const post = (body: string, type: string) =>
    fetch(`${app.url}/login`, { method: 'POST', headers: { 'content-type': type }, body })
  expect((await post('userName=a', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await post('{}', 'text/xml')).status).toBe(415)
  expect((await post(JSON.stringify({ userName: 'x'.repeat(5_000_000) }), 'application/json')).status).toBe(413)
  expect((await fetch(`${app.url}/login`, { method: 'PATCH' })).status).toBe(405)
})
