import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/calls/every-call.ts'
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
  // At the same time, on the same connections: whatever one does comes between two acts of the other.
  ;[ours, theirs] = await Promise.all([buildRichChurch(app), buildRichChurch(app)])
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

const tablesOfChurches = (): Promise<Record<string, unknown>[]> =>
  app.look(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'tenant_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
  )

/** Everything that is stored of a church, table by table. */
async function storedOf({ tenantId }: RichChurch): Promise<Record<string, unknown>> {
  const tables = await tablesOfChurches()
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

/** Every id that is stored of a church. */
async function marksOf({ tenantId }: RichChurch): Promise<Set<string>> {
  const marks = new Set<string>()
  for (const { name } of await tablesOfChurches())
    for (const { row } of await app.look(`select t::text as row from "${String(name)}" t where tenant_id = $1`, [
      tenantId,
    ]))
      for (const id of idsOfText(String(row))) marks.add(id)
  return marks
}

const idsOfText = (text: string): string[] => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []

test('both read all that they have, at once and again and again: neither is answered anything of the other', async () => {
  const churches = [ours, theirs]
  const marks = await Promise.all(churches.map(marksOf))
  const isOfStaff = ({ access }: Endpoint) => access !== 'public' && access !== 'operator'
  const lists = endpoints.filter(
    (endpoint) =>
      endpoint.method === 'GET' &&
      !endpoint.params &&
      !endpoint.stream &&
      isOfStaff(endpoint) &&
      !isGuardians(endpoint),
  )
  const askedBy = (church: RichChurch): Asked[] => [
    ...lists.map((endpoint) => ({ endpoint })),
    ...reads.map((ask) => ask({ own: idsOf(church), other: idsOf(church) })),
  ]
  const seen = churches.map(() => new Set<string>())
  const replay = async (nth: number, round: number): Promise<void> => {
    const [church, own] = [churches[nth], seen[nth]]
    if (!church || !own) return
    const asks = askedBy(church)
    // Each round begins elsewhere, so that other calls meet.
    const turned = [...asks.slice(round * 17), ...asks.slice(0, round * 17)]
    for (const ask of turned) for (const id of idsOfText((await answerTo(ask, asStaff(church))).text)) own.add(id)
  }
  await Promise.all(churches.flatMap((_, nth) => [0, 1, 2].map((round) => replay(nth, round))))
  for (const [nth, ids] of seen.entries()) {
    const [own, other] = [marks[nth], marks[1 - nth]]
    expect([...ids].filter((id) => own?.has(id)).length).toBeGreaterThan(40)
    expect([...ids].filter((id) => other?.has(id) && !own?.has(id))).toEqual([])
  }
}, 60_000)

/** Names of the ids in a schema, at any depth. */
function idsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as { properties?: object }
  const names = Object.keys(properties).filter((name) =>
    /(^i|I)ds?$|IdList$|^ToContacts$|^groupedContacts$|^firsttimerID$|^contacts$|^owner$|^rule$/.test(name),
  )
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
