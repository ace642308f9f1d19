import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { uploadBanner, type EventRow } from '#contract/checkin/events.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { endpoints } from '#contract/calls/every-call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildFamily } from '#server/test-kit/build-family.ts'
import { buildEvent } from '#server/test-kit/build-event.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { fieldsOf } from '#server/test-kit/hostile.ts'
import { dot } from '#server/test-kit/rich-church.ts'
import { buildRichFamily, type RichFamily } from '#server/test-kit/rich-family.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { askedOfChurches, askedOfFamilies, notOfAFamily, type Ask, type Asked, type Ids } from './guardian-ids.ts'

let app: TestApp
let church: Church
let elsewhere: Church
let own: RichFamily
let neighbour: RichFamily
let stranger: RichFamily
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 50 })
  elsewhere = await app.buildChurch({ units: 50 })
  const [here, there] = [await world(church), await world(elsewhere)]
  own = await buildRichFamily(app, church, here)
  neighbour = await buildRichFamily(app, church, here)
  stranger = await buildRichFamily(app, elsewhere, there)
})
afterAll(() => app.stop())

/** What families of a church share. */
async function world(of: Church): Promise<{ event: EventRow; banner: string }> {
  const options = { token: of.admin.token }
  const event = await buildEvent(app, of, { name: 'Sunday', startsIn: 1, classes: [{ name: 'Lambs', capacity: 20 }] })
  const { body } = await app.call(uploadBanner, { params: { id: event.id }, file: await dot() }, options)
  return { event, banner: body.bannerUrl?.split('/').at(-1) ?? '' }
}

type Things = RichFamily['has']
const unknown = (like: Things): Things =>
  Object.fromEntries(Object.keys(like).map((thing) => [thing, randomUUID()])) as Things

type Answered = { status: number; text: string }

async function answerTo({ endpoint, params, query, body }: Asked, token: string): Promise<Answered> {
  const address = addressOf(endpoint, { ...(params && { params }), ...(query && { query }) })
  const hasBody = body !== undefined
  const reply = await fetch(app.url + address, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  })
  return { status: reply.status, text: await reply.text() }
}

/** Everything that is stored of a church, table by table. */
async function storedOf({ tenantId }: Church): Promise<Record<string, unknown>> {
  const tables = await app.look(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'tenant_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const stored: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await app.look(
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as content
       from "${String(name)}" t where tenant_id = $1`,
      [tenantId],
    )
    stored[String(name)] = row
  }
  return stored
}

const nobody = { own: {}, other: {} } as Ids
const named = (asks: readonly Ask[]): [string, Ask][] =>
  asks.map((ask, index) => {
    const { endpoint, body, query } = ask(nobody)
    const fields = Object.keys({ ...query, ...(body as object) }).join()
    return [`${index + 1}. ${endpoint.method} ${endpoint.path} ${fields}`, ask]
  })

/** The answers to one request, with the ids of that family and with ids that nobody has. */
async function compare(ask: Ask, { has }: RichFamily): Promise<{ foreign: Answered; none: Answered }> {
  const none = await answerTo(ask({ own: own.has, other: unknown(own.has) }), own.token)
  const foreign = await answerTo(ask({ own: own.has, other: has }), own.token)
  return { foreign, none }
}

test('families have one of everything', () => {
  for (const { has } of [own, neighbour, stranger])
    for (const [thing, id] of Object.entries(has))
      expect([thing, id]).toEqual([thing, expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

describe('an id of another family answers exactly as one that nobody has, and nothing changes', () => {
  let before: unknown
  const stored = async () => [await storedOf(church), await storedOf(elsewhere)]
  beforeAll(async () => {
    before = await stored()
  })

  test.each(named(askedOfFamilies))('of the same church: %s', async (_name, ask) => {
    const { foreign, none } = await compare(ask, neighbour)
    expect(foreign).toEqual(none)
    expect([400, 404]).toContain(foreign.status)
  })

  test.each(named([...askedOfFamilies, ...askedOfChurches]))('of another church: %s', async (_name, ask) => {
    const { foreign, none } = await compare(ask, stranger)
    expect(foreign).toEqual(none)
    expect([400, 404]).toContain(foreign.status)
  })

  test('in either church everything is as it was', async () => {
    expect(await stored()).toEqual(before)
  })
})

const reads = [...askedOfFamilies, ...askedOfChurches].filter((ask) => {
  const { endpoint } = ask(nobody)
  return endpoint.method === 'GET' && !endpoint.stream
})

test.each(named(reads))('whose id it is reads it: %s', async (_name, ask) => {
  const { status } = await answerTo(ask({ own: neighbour.has, other: neighbour.has }), neighbour.token)
  expect(status).toBe(200)
})

/** Names of the ids in a schema, at any depth. */
function idsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as { properties?: object }
  const names = Object.keys(properties).filter((name) => /(^i|I)ds?$/.test(name))
  return [...names, ...Object.values(properties).flatMap(idsIn), ...Object.values(rest).flatMap(idsIn)]
}

const carriesIds = (endpoint: Endpoint): boolean =>
  (['params', 'query', 'body'] as const).some((part) => {
    const schema = endpoint[part]
    return schema && idsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).length > 0
  })

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const isGuardians = ({ access }: Endpoint): boolean => access === 'guardian' || access === 'guardian_always'

test('every call of guardians that takes an id is asked here, or says why not', () => {
  const asked = [...askedOfFamilies, ...askedOfChurches].map((ask) => nameOf(ask(nobody).endpoint))
  expect([...new Set([...asked, ...Object.keys(notOfAFamily)])].toSorted()).toEqual(
    endpoints
      .filter((endpoint) => isGuardians(endpoint) && carriesIds(endpoint))
      .map(nameOf)
      .toSorted(),
  )
})

describe('sessions are of one door only', () => {
  const UNKNOWN = '00000000-0000-4000-8000-000000000000'
  const codesOf = async (asked: readonly Endpoint[], token: string): Promise<Set<string>> => {
    const codes = new Set<string>()
    for (const endpoint of asked) {
      const params = Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, UNKNOWN]))
      const body = endpoint.method === 'GET' || endpoint.multipart ? undefined : {}
      const { status } = await answerTo({ endpoint, params, ...(body ? { body } : {}) }, token)
      codes.add(status === 401 ? '401' : `${status} ${nameOf(endpoint)}`)
    }
    return codes
  }

  test('a guardian’s token opens no call of the staff or the desk', async () => {
    const others = endpoints.filter((endpoint) => !isGuardians(endpoint) && endpoint.access !== 'public')
    expect(await codesOf(others, own.token)).toEqual(new Set(['401']))
  })

  test.each([
    ['expired', { expiresOn: '2020-01-01' }, 'subscription_expired'],
    ['over its capacity', { membershipSize: 1, people: [{}], isPastGrace: true }, 'member_capacity_exceeded'],
  ])('at a church that is %s families still see everything, and register nobody', async (_what, plan, code) => {
    const shut = await app.buildChurch(plan)
    const { token } = await buildFamily(app, shut)
    const refused: string[] = []
    for (const endpoint of endpoints.filter(isGuardians)) {
      const params = Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, UNKNOWN]))
      const body = endpoint.method === 'GET' || endpoint.multipart ? undefined : {}
      const { status, text } = await answerTo({ endpoint, params, ...(body ? { body } : {}) }, token)
      if (status === 402) refused.push(`${(JSON.parse(text) as ErrorBody).code} ${nameOf(endpoint)}`)
    }
    const waiting = endpoints.filter(({ access }) => access === 'guardian')
    expect(refused).toEqual(waiting.map((endpoint) => `${code} ${nameOf(endpoint)}`))
  })

  test('a token of the staff opens no call of guardians', async () => {
    expect(await codesOf(endpoints.filter(isGuardians), church.admin.token)).toEqual(new Set(['401']))
  })
})
