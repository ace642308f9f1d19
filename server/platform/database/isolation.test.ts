import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { breaches } from './isolation-store.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** What the audit says after a change of the catalogue, which is then undone. */
async function breachesAfter(statement: string): Promise<string[]> {
  await owner.query('begin')
  try {
    await owner.query(statement)
    return await breaches(owner)
  } finally {
    await owner.query('rollback')
  }
}

test('nothing in the catalogue lets one church see another', async () => {
  expect(await breaches(owner)).toEqual([])
})

test.each([
  [
    'a table without row-level security',
    'create table leak (tenant_id uuid primary key)',
    'leak: row-level security is not forced',
  ],
  [
    'security that is not forced on the owner',
    'alter table person no force row level security',
    'person: row-level security is not forced',
  ],
  [
    'a table without its church',
    `create table leak (id uuid primary key); alter table leak enable row level security; alter table leak force row level security`,
    'leak: has no tenant_id',
  ],
  [
    'a policy that lets everything through',
    'create policy wide on person using (true)',
    'person: policy wide does not ask for the church',
  ],
  [
    'a door for operators to people',
    `call narthex_admin.show_to_operator('person')`,
    'person: policy operator does not ask for the church',
  ],
  [
    'a door for operators that also writes',
    `drop policy operator on church; create policy operator on church using (public.current_operator() is not null)`,
    'church: policy operator does not ask for the church',
  ],
  [
    'a back-up that others than the owner may read',
    `drop policy backup on person; create policy backup on person for select using (current_setting('app.backup', true) = 'on')`,
    'person: policy backup does not ask for the church',
  ],
  [
    'a back-up that also writes',
    `drop policy backup on person; create policy backup on person to current_user using (current_setting('app.backup', true) = 'on')`,
    'person: policy backup does not ask for the church',
  ],
  [
    'a unique index across churches',
    'create unique index wide on person (email)',
    'person: unique index wide does not begin with tenant_id',
  ],
  [
    'a foreign key that can cross churches',
    'alter table church add column friend uuid references church (tenant_id)',
    'church: foreign key church_friend_fkey does not keep the church',
  ],
  [
    'a view with the rights of its owner',
    'create view wide as select * from person',
    'wide: a view runs with its owner’s rights',
  ],
  [
    'a function with the rights of its owner',
    `create function wide() returns bigint language sql security definer set search_path = public begin atomic select count(*) from person; end`,
    'wide(): runs with the rights of narthex',
  ],
  [
    'a definer function without a search path',
    `create function wide() returns bigint language sql security definer begin atomic select 1; end; grant create on schema public to narthex_definer; alter function wide() owner to narthex_definer`,
    'wide(): has no search_path of its own',
  ],
  [
    'a function that anybody may call',
    'grant execute on function find_accounts(text) to public',
    'find_accounts(text): anybody may call it',
  ],
  ['a grant to everybody', 'grant select on person to public', 'person: granted to everybody'],
  ['a right to empty a table', 'grant truncate on person to narthex_app', 'person: narthex_app may truncate'],
  ['an application that owns something', 'alter table opt_out owner to narthex_app', 'opt_out: owned by narthex_app'],
  [
    'an application that passes by security',
    'alter role narthex_app bypassrls',
    'narthex_app: may pass by row-level security',
  ],
  [
    'an application that may become another',
    'grant narthex_definer to narthex_app',
    'narthex_app: is a member of narthex_definer',
  ],
  ['a definer that somebody may sign in as', 'alter role narthex_definer login', 'narthex_definer: may sign in'],
  [
    'an append-only ledger that can be changed',
    'grant update on unit_entry to narthex_app',
    'unit_entry: narthex_app may update',
  ],
])('finds %s', async (_what, statement, breach) => {
  expect(await breachesAfter(statement)).toContain(breach)
})

test('a church finds its own rows in every table by an index, not among those of all churches', async () => {
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  await app.query('begin')
  await app.query(
    `select set_config('app.tenant_id', '11111111-1111-4111-8111-111111111111', true), set_config('enable_seqscan', 'off', true)`,
  )
  const { rows: tables } = await app.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'church')`)
  expect(tables.length).toBeGreaterThan(100)
  const gone: string[] = []
  for (const { name } of tables) {
    const { rows } = await app.query<Record<string, string>>(`explain (costs off) select * from ${name}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    if (plan.includes('Seq Scan')) gone.push(name)
  }
  expect(gone).toEqual([])
  await app.end()
})

test('the application sees nothing before it enters a church, and cannot write into another', async () => {
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  const [mine, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  await owner.query(
    `insert into church (tenant_id, name, iso_code, currency, time_zone) values ($1, 'A', 'NG', 'NGN', 'Africa/Lagos'), ($2, 'B', 'NG', 'NGN', 'Africa/Lagos')`,
    [mine, other],
  )
  const see = async () =>
    (await app.query('select name from church order by name')).rows.map((row: { name: string }) => row.name)
  expect(await see()).toEqual([])
  await app.query('begin')
  await app.query(`select set_config('app.tenant_id', $1, true)`, [mine])
  expect(await see()).toEqual(['A'])
  await expect(app.query(`insert into people_group (tenant_id, name) values ($1, 'Choir')`, [other])).rejects.toThrow(
    /row-level security/,
  )
  await app.query('rollback')
  expect(await see()).toEqual([])
  // Saying that one is a back-up helps nobody but the owner.
  await app.query(`set app.backup = 'on'`)
  expect(await see()).toEqual([])
  await expect(app.query('select * from narthex_admin.app_password')).rejects.toThrow(/permission denied/)
  await expect(app.query('select * from rate_limit')).rejects.toThrow(/permission denied/)
  await app.end()
})
