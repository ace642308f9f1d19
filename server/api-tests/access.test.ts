import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFamilySession } from '#contract/checkin/door.ts'
import { lockStation, unlockStation } from '#contract/checkin/station.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Ability } from '#contract/abilities.ts'
import { closeSession, readSession } from '#contract/identity/session.ts'
import { endpoints } from '#contract/calls/every-call.ts'
import { closeConsole } from '#contract/operator/session.ts'
import type { Role } from '#server/identity/index.ts'
import { refusalCodesOf } from '#server/platform/site/openapi.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import { cloneDatabase } from '#server/test-kit/cluster/database.ts'
import { addressOf, askPlainly } from '#server/test-kit/call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildFamily } from '#server/test-kit/build-family.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { fieldsOf } from '#server/test-kit/hostile.ts'
import { openQuery } from '#server/test-kit/query-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { publicCalls, signedInCalls, staffCalls, whileGatedCalls } from './classified-calls.ts'

/** Every role, so that a new one does not compile before it stands here; then nobody's and several. */
const roles: Record<Role, true> = {
  Admin: true,
  FinancialAccount: true,
  Communicator: true,
  BasicUser: true,
  FollowUp: true,
  CheckIn: true,
  CheckInLead: true,
  Teacher: true,
  Reports: true,
  GroupLeader: true,
  CanAccessFirstTimers: true,
  Family: true,
  MobileUser: true,
}
const given = [...Object.keys(roles).map((role) => [role]), [], ['CheckIn', 'FinancialAccount']].map((some) => ({
  some,
  as: some.join(' and ') || 'no role',
}))

/** How a gate refuses. */
const refusals = {
  open: 'passed',
  expired: 'subscription_expired',
  over_capacity: 'member_capacity_exceeded',
} as const
type Gate = keyof typeof refusals
const gates = Object.keys(refusals) as Gate[]

let app: TestApp
let churches: Record<Gate, Church>
let operator: TestOperator
beforeAll(async () => {
  const database = await cloneDatabase()
  const look = openQuery(database.ownerUrl)
  await look(`alter database ${database.name} set track_functions = 'all'`)
  await look.close()
  app = await startApp({ database, runJobs: false })
  churches = {
    open: await app.buildChurch(),
    expired: await app.buildChurch({ expiresOn: '2020-01-01' }),
    over_capacity: await app.buildChurch({ membershipSize: 1, people: [{}, {}], isPastGrace: true }),
  }
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const AT_ONCE = 12
/** They end or narrow the session that the other calls are made with. */
const closing: readonly Endpoint[] = [closeSession, closeConsole, closeFamilySession, lockStation]
const staying = endpoints.filter((endpoint) => !closing.includes(endpoint))

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const namesOf = (table: Record<string, string>): string[] => Object.keys(table).toSorted()
const named = (filter: (endpoint: Endpoint) => boolean): string[] => endpoints.filter(filter).map(nameOf).toSorted()

type Signed = { token?: string; cookie?: string }

/** The refusal code of a call without any useful input; 'passed' when it got as far as its input or its answer. */
async function codeOf(endpoint: Endpoint, { token, cookie }: Signed): Promise<string> {
  const params = Object.fromEntries(fieldsOf(endpoint, 'params').map((name) => [name, UNKNOWN]))
  const hasBody = endpoint.method !== 'GET'
  const reply = await askPlainly(app.url + addressOf(endpoint, { params }), {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{}' } : {}),
  })
  if (reply.status === 200) return 'passed'
  const { code } = JSON.parse(reply.text) as ErrorBody
  // An id left empty by the walk is the list above it.
  if (![...refusalCodesOf(endpoint), 'not_found'].includes(code)) return `undeclared ${code}`
  if (reply.status >= 500) return `${reply.status} ${code}`
  return ['not_signed_in', 'not_allowed', ...Object.values(refusals)].includes(code) ? code : 'passed'
}

/** What each of the calls answers, by its name, a few at once. */
async function codesOf(asked: readonly Endpoint[], signed: Signed): Promise<Record<string, string>> {
  const codes: Record<string, string> = {}
  const waiting = [...asked]
  const ask = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) codes[nameOf(next)] = await codeOf(next, signed)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return codes
}

const expected = (asked: readonly Endpoint[], codeFor: (access: Endpoint['access']) => string) =>
  Object.fromEntries(asked.map((endpoint) => [nameOf(endpoint), codeFor(endpoint.access)]))

/** What staff with these abilities must be answered while the gate is like this. */
function staffCode(access: Endpoint['access'], abilities: readonly Ability[], gate: Gate): string {
  // No church's staff ever passes at the desk.
  if (access === 'operator' || access === 'guardian' || access === 'guardian_always') return 'not_signed_in'
  if (access === 'public' || access === 'signed_in') return 'passed'
  if (access === 'staff') return refusals[gate]
  if (!abilities.includes(access.ability)) return 'not_allowed'
  return access.whileGated ? 'passed' : refusals[gate]
}

describe('every call is classified', () => {
  test('whoever adds a public call says why', () => {
    expect(named(({ access }) => access === 'public')).toEqual(namesOf(publicCalls))
  })

  test('whoever adds a call for anybody who is signed in says why', () => {
    expect(named(({ access }) => access === 'signed_in')).toEqual(namesOf(signedInCalls))
  })

  test('whoever adds a call for all staff says why', () => {
    expect(named(({ access }) => access === 'staff')).toEqual(namesOf(staffCalls))
  })

  test('whoever opens a call while the gate is shut says why', () => {
    expect(named(({ access }) => typeof access === 'object' && access.whileGated === true)).toEqual(
      namesOf(whileGatedCalls),
    )
  })

  test('a call of the desk stands under its address, and only such calls do', () => {
    expect(named(({ access }) => access === 'operator')).toEqual(
      named(({ access, path }) => access !== 'public' && path.startsWith('/api/operator/')),
    )
  })
})

/** What everybody with these roles may is what the server says of them, whatever the gate. */
async function sessionOf({ tenantId, admin }: Church, some: readonly string[]) {
  await app.look('update account set roles = $1 where tenant_id = $2', [some, tenantId])
  return (await app.call(readSession, {}, { token: admin.token })).body
}

async function expectStaffWhereTheyMay(gate: Gate, some: readonly string[]): Promise<void> {
  const session = await sessionOf(churches[gate], some)
  expect(session.gate).toBe(gate)
  expect(await codesOf(staying, { token: churches[gate].admin.token })).toEqual(
    expected(staying, (access) => staffCode(access, session.abilities, gate)),
  )
}

describe('while the gate is open', () => {
  test.each(given)('staff with $as pass where they may, and nowhere else', ({ some }) =>
    expectStaffWhereTheyMay('open', some),
  )
})

describe.each(gates.filter((gate) => gate !== 'open'))('while the gate is %s', (gate) => {
  // What a call needs is one ability: with all of them and with none, each call is asked by who may and by who may not.
  test.each([
    { some: Object.keys(roles), as: 'all roles' },
    { some: [], as: 'no role' },
  ])('staff with $as pass where they may, and nowhere else', ({ some }) => expectStaffWhereTheyMay(gate, some))

  test.each(given)('staff with $as may what they may while it is open', async ({ some }) => {
    const [shut, open] = [await sessionOf(churches[gate], some), await sessionOf(churches.open, some)]
    expect(shut.abilities).toEqual(open.abilities)
  })
})

describe.each(gates)('while the gate is %s', (gate) => {
  test('a guardian passes at the portal where it is open, and nowhere else', async () => {
    const { token } = await buildFamily(app, churches[gate])
    const guardianCode = (access: Endpoint['access']): string => {
      if (access === 'guardian') return refusals[gate]
      return access === 'guardian_always' || access === 'public' ? 'passed' : 'not_signed_in'
    }
    expect(await codesOf(staying, { token })).toEqual(expected(staying, guardianCode))
  })
})

test('a locked station passes to self-service and to its own session only', async () => {
  const locked = await addColleague(app, churches.open, { roles: ['Admin'] })
  await app.call(lockStation, {}, { token: locked.token })
  const others = staying.filter((endpoint) => endpoint !== unlockStation)
  const may: Ability[] = ['checkin.self_service']
  expect(await codesOf(others, { token: locked.token })).toEqual(
    Object.fromEntries(
      others.map((endpoint) => {
        const isShut = endpoint.access === 'staff' || (endpoint.access === 'signed_in' && endpoint !== readSession)
        return [nameOf(endpoint), isShut ? 'not_allowed' : staffCode(endpoint.access, may, 'open')]
      }),
    ),
  )
})

test('nobody passes but where nobody needs to be signed in', async () => {
  expect(await codesOf(endpoints, {})).toEqual(
    expected(endpoints, (access) => (access === 'public' ? 'passed' : 'not_signed_in')),
  )
})

test('an operator passes at the desk only', async () => {
  expect(await codesOf(staying, { cookie: operator.cookie })).toEqual(
    expected(staying, (access) => (access === 'public' || access === 'operator' ? 'passed' : 'not_signed_in')),
  )
})

test('in capitals, every call is as shut as in its own letters', async () => {
  const shut = endpoints.filter(({ access }) => access !== 'public')
  const loud = shut.map((endpoint) => ({ ...endpoint, path: inCapitals(endpoint.path) }))
  expect(Object.values(await codesOf(loud, {}))).toEqual(shut.map(() => 'not_signed_in'))
})

const inCapitals = (path: string): string =>
  path.replaceAll(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : part.toUpperCase()))

test('a session that was ended passes nowhere, at the desk neither', async () => {
  const { token } = churches.open.admin
  expect([await codeOf(closeSession, { token }), await codeOf(closeConsole, { cookie: operator.cookie })]).toEqual([
    'passed',
    'passed',
  ])
  expect(await codesOf(staying, { token, cookie: operator.cookie })).toEqual(
    expected(staying, (access) => (access === 'public' ? 'passed' : 'not_signed_in')),
  )
})

test('no call has all churches looked through: that is for jobs', async () => {
  const called = await app.look(
    `select f.funcname as name, obj_description(f.funcid, 'pg_proc') = 'for jobs' as "forJobs" from pg_stat_user_functions f`,
  )
  expect(called).toContainEqual({ name: 'find_session', forJobs: null })
  expect(called.filter(({ forJobs }) => forJobs)).toEqual([])
})
