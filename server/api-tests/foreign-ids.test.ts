import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { buildRichChurch, dot, openTill, slip, type RichChurch } from '#server/test-kit/rich-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import type { Ask, Asked, Ids, Key } from './foreign-ask.ts'
import { askedAtTheConsole, askedByStaff, notOfAChurch } from './foreign-ids.ts'

let app: TestApp
let ours: RichChurch
let theirs: RichChurch
let operator: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await openTill(app)
  ours = await buildRichChurch(app)
  theirs = await buildRichChurch(app)
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

type Held = Record<Key, string>
const idsOf = ({ tenantId, has }: RichChurch): Held => ({ tenantId, ...has })
const unknown = (like: Held): Held =>
  Object.fromEntries(Object.keys(like).map((key) => [key, randomUUID()])) as Record<Key, string>

const files = { picture: dot, slip }

type Answered = { status: number; text: string }

async function answerTo({ endpoint, params, query, body, file }: Asked, headers: object): Promise<Answered> {
  const form = new FormData()
  if (endpoint.multipart && file) form.append(endpoint.multipart.field, await files[file]())
  const hasBody = endpoint.method !== 'GET' && !endpoint.multipart
  const address = addressOf(endpoint, { ...(params && { params }), ...(query && { query }) })
  const reply = await fetch(app.url + address, {
    method: endpoint.method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(body ?? {}) } : {}),
    ...(endpoint.multipart ? { body: form } : {}),
  })
  return { status: reply.status, text: await reply.text() }
}

const asStaff = ({ admin }: RichChurch) => ({ authorization: `Bearer ${admin.token}` })

/** Everything that is stored of a church, table by table. */
async function storedOf({ tenantId }: RichChurch): Promise<Record<string, unknown>> {
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

const named = (asks: readonly Ask[]): [string, Ask][] => {
  const ids = Object.fromEntries(['own', 'other'].map((whose) => [whose, {}])) as Ids
  return asks.map((ask, index) => {
    const { endpoint, body, query } = ask(ids)
    return [
      `${index + 1}. ${endpoint.method} ${endpoint.path} ${Object.keys({ ...query, ...(body as object) }).join()}`,
      ask,
    ]
  })
}

/** The answers to the same request, with the other church's ids and with ids that nobody has. */
async function compare(ask: Ask, headers: object): Promise<{ foreign: Answered; none: Answered }> {
  const own = idsOf(ours)
  const none = await answerTo(ask({ own, other: unknown(own) }), headers)
  const foreign = await answerTo(ask({ own, other: idsOf(theirs) }), headers)
  return { foreign, none }
}

describe('an id of another church answers exactly as one that nobody has, and leaves that church as it is', () => {
  let before: Record<string, unknown>
  beforeAll(async () => {
    before = await storedOf(theirs)
    expect(Object.values(before).filter((one) => (one as { rows: number }).rows > 0).length).toBeGreaterThan(15)
  })

  test.each(named(askedByStaff))('%s', async (_name, ask) => {
    const { foreign, none } = await compare(ask, asStaff(ours))
    expect(foreign).toEqual(none)
    expect([200, 404]).toContain(foreign.status)
  })

  test.each(named(askedAtTheConsole))('at the desk: %s', async (_name, ask) => {
    const { foreign, none } = await compare(ask, { cookie: operator.cookie })
    expect(foreign).toEqual(none)
    expect(foreign.status).toBe(404)
  })

  test('nothing of the other church has changed', async () => {
    expect(await storedOf(theirs)).toEqual(before)
  })
})

const reads = askedByStaff.filter((ask) => ask({ own: {}, other: {} } as Ids).endpoint.method === 'GET')

test.each(named(reads))('whose id it is reads it: %s', async (_name, ask) => {
  const mine = idsOf(theirs)
  const { status, text } = await answerTo(ask({ own: mine, other: mine }), asStaff(theirs))
  // Rows are there after the dry run only; the id itself was found.
  expect(status === 200 || text.includes('wrong_import_state')).toBe(true)
})

/** Names of the ids in a schema, at any depth. */
function idsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as { properties?: object }
  const names = Object.keys(properties).filter((name) => /(^i|I)ds?$|IdList$|^ToContacts$|^groupedContacts$/.test(name))
  return [...names, ...Object.values(properties).flatMap(idsIn), ...Object.values(rest).flatMap(idsIn)]
}

const carriesIds = (endpoint: Endpoint): boolean =>
  (['params', 'query', 'body'] as const).some((part) => {
    const schema = endpoint[part]
    if (!schema) return false
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return shape.type === 'array' || idsIn(shape).length > 0
  })

/** Guardians' calls are asked in guardian-ids.test.ts. */
const isGuardians = ({ access }: Endpoint): boolean => access === 'guardian' || access === 'guardian_always'

test('every call that takes an id is asked here with one of another church, or says whose ids they are', () => {
  const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
  const asked = [...askedByStaff, ...askedAtTheConsole].map((ask) =>
    nameOf(ask({ own: {}, other: {} } as Ids).endpoint),
  )
  expect([...new Set([...asked, ...Object.keys(notOfAChurch)])].toSorted()).toEqual(
    endpoints
      .filter((endpoint) => !isGuardians(endpoint) && carriesIds(endpoint))
      .map(nameOf)
      .toSorted(),
  )
})
