import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { closeSession } from '#contract/identity/session.ts'
import { endpoints } from '#contract/index.ts'
import { listRecipients, readCampaign } from '#contract/messaging/sent-sms.ts'
import { addressOf } from '#server/test-kit/call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { fieldsOf } from '#server/test-kit/hostile.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let open: Church
let powerless: Church
let expired: Church
let full: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  open = await app.buildChurch()
  powerless = await app.buildChurch({ roles: ['MobileUser'] })
  expired = await app.buildChurch({ expiresOn: '2020-01-01' })
  full = await app.buildChurch({ membershipSize: 1, people: [{}, {}] })
})
afterAll(() => app.stop())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** The refusal code of a call without any useful input; 'passed' when it got as far as its input or its answer. */
async function codeOf(endpoint: Endpoint, token: string | null): Promise<string> {
  const params = Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, UNKNOWN]))
  const reply = await fetch(app.url + addressOf(endpoint, { params }), {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
  })
  const { code } = (await reply.json()) as ErrorBody
  return ['not_signed_in', 'not_allowed', 'subscription_expired', 'member_capacity_exceeded'].includes(code)
    ? code
    : 'passed'
}

const calls = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const guarded = calls.filter(([, { access }]) => access !== 'public')

test.each(calls)('%s is open to exactly whom it says', async (_name, endpoint) => {
  const { access } = endpoint
  const needsAbility = typeof access === 'object'
  const isGated = needsAbility && !access.whileGated
  // Signing out would end the session that the other calls need; it is public, so nobody tries it.
  const signedAs = (church: Church): string | null => (endpoint === closeSession ? null : church.admin.token)
  expect(await codeOf(endpoint, null)).toBe(access === 'public' ? 'passed' : 'not_signed_in')
  expect(await codeOf(endpoint, signedAs(open))).toBe('passed')
  expect(await codeOf(endpoint, signedAs(powerless))).toBe(needsAbility ? 'not_allowed' : 'passed')
  expect(await codeOf(endpoint, signedAs(expired))).toBe(isGated ? 'subscription_expired' : 'passed')
  expect(await codeOf(endpoint, signedAs(full))).toBe(isGated ? 'member_capacity_exceeded' : 'passed')
})

test('a foreign id answers exactly as an unknown one', async () => {
  const [campaign] = await app.look(
    `with author as (select tenant_id, id from account where tenant_id = $1)
     insert into sms_campaign (tenant_id, sender_mask, message, neutral_name, route_id, gateway, rate_numerator, rate_denominator,
       returns_undelivered, created_by, created_at, recipients, segments, queued, units_held)
     select tenant_id, 'GRACE', 'Hello', 'Friend', 'regular', 'default', 1, 1, true, id, now(), 1, 1, 1, 1 from author returning id`,
    [expired.tenantId],
  )
  const { token } = (await app.buildChurch()).admin
  for (const endpoint of [readCampaign, listRecipients]) {
    const ask = async (id: string) => {
      const reply = await app.call(endpoint, { params: { id }, query: {} }, { token })
      return { status: reply.status, body: reply.body }
    }
    expect(await ask(String(campaign?.['id']))).toEqual(await ask(UNKNOWN))
  }
})

test.each(guarded)('%s is found in capitals too', async (_name, endpoint) => {
  const params = Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, UNKNOWN]))
  const reply = await fetch(app.url + addressOf(endpoint, { params }).toUpperCase(), { method: endpoint.method })
  expect(((await reply.json()) as ErrorBody).code).toBe('not_signed_in')
})
