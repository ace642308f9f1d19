import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'

const [mine, other] = [randomUUID(), randomUUID()]
const operatorId = randomUUID()

let database: TestDatabase
let owner: pg.Client
let app: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  owner = await connected(database.ownerUrl)
  app = await connected(database.appUrl)
  await owner.query(`insert into price (product, currency, amount) values ('sms', 'NGN', 5.9)`)
  for (const tenantId of [mine, other]) for (const statement of fillings) await owner.query(statement, [tenantId])
  await owner.query(
    `insert into operator (id, name, email, email_key, created_at) values ($1, 'Olu', 'olu@desk.example', 'olu@desk.example', now())`,
    [operatorId],
  )
  await owner.query(
    `with one as (insert into operator_session values ('\\x01', $1, now(), now())),
       two as (insert into provider_minute (provider, minute) values ('mail', now())),
       three as (insert into operator_recovery_code values ($1, '\\x01')),
       four as (insert into operator_change (id, kind, subject, wanted, details, before, after, reason, asked_by, asked_at, expires_at)
         values (gen_random_uuid(), 'price', '', '{}', '{}', '{}', '{}', '', $1, now(), now()))
     insert into console_entry (id, at, actor_name, act) values (gen_random_uuid(), now(), 'olu@desk.example', 'plan.added')`,
    [operatorId],
  )
  await owner.query(
    `insert into operator_alone values (gen_random_uuid(), $1, $2, 'payment_approve', gen_random_uuid(), 1, 'NGN', now())`,
    [operatorId, mine],
  )
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await database.drop()
})

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** A row of each kind for one church. */
const fillings = [
  `insert into known_church (tenant_id, iso_code) values ($1, 'NG')`,
  `insert into church (tenant_id, name, iso_code, currency, time_zone) values ($1, 'Grace', 'NG', 'NGN', 'Africa/Lagos')`,
  `insert into subscription (tenant_id, plan_name, membership_size, expires_on) values ($1, 'Test', 10, '2999-01-01')`,
  `insert into church_size (tenant_id) values ($1)`,
  `insert into unit_account (tenant_id, account) values ($1, 'available')`,
  `insert into sender_id (tenant_id, mask) values ($1, 'GRACE')`,
  `insert into audit_entry (tenant_id, id, at, actor_kind, actor_name, act) values ($1, gen_random_uuid(), now(), 'system', 'system', 'person.added')`,
  `insert into person (tenant_id, first_name, sort_name) values ($1, 'Ada', 'ada')`,
  `insert into family (tenant_id, name, sort_name, created_at) values ($1, 'Eze', 'eze', now())`,
  `insert into account (tenant_id, person_id, email, email_key, password_hash, roles)
     select tenant_id, id, 'ada@church.example', 'ada@church.example', '', '{Admin}' from person where tenant_id = $1`,
  `insert into session (tenant_id, token_hash, account_id, created_at, expires_at)
     select tenant_id, uuid_send(id), id, now(), now() from account where tenant_id = $1`,
  `insert into campaign (tenant_id, sender, message, neutral_name, route_id, gateway, rate_numerator, rate_denominator,
       returns_undelivered, created_by, created_at, recipients, segments, queued, units_held)
     select tenant_id, 'GRACE', 'Hello', 'Friend', 'regular', 'default', 1, 1, true, id, now(), 1, 1, 1, 1 from account where tenant_id = $1`,
  `insert into campaign_recipient (tenant_id, campaign_id, position, address, segments, changed_at)
     select tenant_id, id, 1, '+2348030000000', 1, now() from campaign where tenant_id = $1`,
  `insert into people_import (tenant_id, id, file_name, uploaded_by, uploader, uploaded_at, columns, rows)
     select tenant_id, gen_random_uuid(), 'people.csv', id, 'Ada', now(), '[]', 1 from account where tenant_id = $1`,
  `insert into payment (tenant_id, id, reference, method, purpose, amount_minor, currency, price_id, units, lines, created_by, created_at)
     select a.tenant_id, a.id, 'NX-' || upper(left(a.tenant_id::text, 8)) || '00', 'bank_transfer', 'units', 590, 'NGN', p.id, 1, '[]', a.id, now()
     from account a, price p where a.tenant_id = $1`,
  `insert into payment_proof (tenant_id, payment_id, file_name, content_type, bytes, added_by, added_at)
     select tenant_id, id, 'slip.pdf', 'application/pdf', '', created_by, now() from payment where tenant_id = $1`,
]

const hidden = [
  'person',
  'family',
  'account',
  'session',
  'campaign',
  'campaign_recipient',
  'people_import',
  'payment_proof',
]
const shown = ['church', 'subscription', 'church_size', 'unit_account', 'sender_id', 'payment', 'audit_entry']
const desk = [
  'operator',
  'operator_session',
  'operator_recovery_code',
  'operator_change',
  'operator_alone',
  'console_entry',
  'provider_minute',
]

type Scope = { tenantId?: string; operatorId?: string }

/** Runs one statement as the application in this scope; whatever it did is undone. */
async function within(scope: Scope, statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  await app.query('begin')
  try {
    await app.query(`select set_config('app.tenant_id', $1, true), set_config('app.operator_id', $2, true)`, [
      scope.tenantId ?? '',
      scope.operatorId ?? '',
    ])
    return await app.query(statement, values)
  } finally {
    await app.query('rollback')
  }
}

const rowsIn = async (scope: Scope, table: string): Promise<number> =>
  (await within(scope, `select from ${table}`)).rows.length

describe('an operator’s transaction', () => {
  test.each(hidden)('sees no row of %s until it enters a church, and then of that one only', async (table) => {
    expect(await rowsIn({ operatorId }, table)).toBe(0)
    expect(await rowsIn({ operatorId, tenantId: mine }, table)).toBe(1)
  })

  test.each(shown)('sees the rows of %s in every church', async (table) => {
    expect(await rowsIn({ operatorId }, table)).toBe(2)
  })

  test.each([
    `update church set name = 'Ours'`,
    `update subscription set expires_on = '2999-12-31'`,
    `update church_size set people = 0`,
    `update unit_account set balance = 9`,
    `update sender_id set status = 2`,
    `update person set first_name = 'Eve'`,
    `delete from session`,
  ])('changes nothing of a church that it did not enter: %s', async (statement) => {
    expect((await within({ operatorId }, statement)).rowCount).toBe(0)
    expect((await within({ operatorId, tenantId: mine }, statement)).rowCount).toBe(1)
  })

  test.each([
    `insert into sender_id (tenant_id, mask) values ($1, 'OTHER')`,
    `insert into audit_entry (tenant_id, id, at, actor_kind, actor_name, act) values ($1, gen_random_uuid(), now(), 'operator', 'olu', 'person.added')`,
    `insert into unit_transaction (tenant_id, kind, reference, at) values ($1, 'grant', 'gift', now())`,
  ])('adds nothing to a church that it did not enter: %s', async (statement) => {
    await expect(within({ operatorId }, statement, [mine])).rejects.toThrow(/row-level security/)
    await expect(within({ operatorId, tenantId: mine }, statement, [other])).rejects.toThrow(/row-level security/)
    expect((await within({ operatorId, tenantId: mine }, statement, [mine])).rowCount).toBe(1)
  })

  test('cannot change or remove what was logged', async () => {
    for (const table of ['audit_entry', 'console_entry', 'operator_alone'])
      for (const statement of [`update ${table} set at = now()`, `delete from ${table}`])
        await expect(within({ operatorId, tenantId: mine }, statement)).rejects.toThrow(/permission denied/)
  })
})

describe('a church’s transaction, and one of nobody', () => {
  test.each(desk)('see nothing of %s', async (table) => {
    expect(await rowsIn({ operatorId }, table)).toBe(1)
    expect(await rowsIn({ tenantId: mine }, table)).toBe(0)
    expect(await rowsIn({}, table)).toBe(0)
  })

  test.each([
    `insert into operator (name, email, email_key, created_at) values ('Eve', 'eve@church.example', 'eve@church.example', now())`,
    `insert into console_entry (id, at, actor_name, act) values (gen_random_uuid(), now(), 'eve', 'plan.added')`,
    `insert into plan (name, membership_size) values ('Free', 1000000)`,
    `insert into price (product, currency, amount) values ('sms', 'USD', 0.01)`,
    `insert into bank_account (currency, account_name, account_number, bank) values ('NGN', 'Eve', '1', 'Mine')`,
  ])('write nothing at the desk: %s', async (statement) => {
    await expect(within({ tenantId: mine }, statement)).rejects.toThrow(/row-level security/)
    await expect(within({}, statement)).rejects.toThrow(/row-level security/)
    expect((await within({ operatorId }, statement)).rowCount).toBe(1)
  })

  test('change neither the installation nor a route', async () => {
    for (const statement of [
      `update installation set chat_url = 'https://eve.example'`,
      `update sms_route set name = 'Eve'`,
    ]) {
      expect((await within({ tenantId: mine }, statement)).rowCount).toBe(0)
      expect((await within({ operatorId }, statement)).rowCount).toBeGreaterThan(0)
    }
  })

  test('are not told who pays and what proves it', async () => {
    const { rows: paid } = await owner.query<{ tenant_id: string; id: string }>('select tenant_id, id from payment')
    const wanted = [paid.map((payment) => payment.tenant_id), paid.map(({ id }) => id)]
    const ask = (scope: Scope) => within(scope, 'select payer_email, proofs from desk_payment_parts($1, $2)', wanted)
    expect((await ask({ tenantId: mine })).rows).toEqual([])
    expect((await ask({})).rows).toEqual([])
    const proofs = [{ id: expect.any(String), fileName: 'slip.pdf', contentType: 'application/pdf' }]
    expect((await ask({ operatorId })).rows).toEqual(
      [mine, other].map(() => ({ payer_email: 'ada@church.example', proofs })),
    )
  })
})
