import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { hindrances } from './distributable-store.ts'
import { WITHOUT_CHURCH } from './isolation-store.ts'

/**
 * The schema as one that Citus can distribute by church. Its row triggers ask for `citus.enable_unsafe_triggers`; what it
 * could not do at all is found here.
 */
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

test('nothing keeps the schema from being distributed by church', async () => {
  expect(await hindrances(owner, WITHOUT_CHURCH)).toEqual([])
})

test.each([
  [
    'a key without the church',
    'create table leak (tenant_id uuid not null, id uuid primary key)',
    'leak: leak_pkey is unique without tenant_id',
  ],
  [
    'a unique index without the church',
    'create unique index leak on person (phone)',
    'person: leak is unique without tenant_id',
  ],
  [
    'an exclusion without the church',
    'alter table event add constraint leak exclude using gist (tstzrange(starts_at, ends_at) with &&)',
    'event: leak excludes without tenant_id',
  ],
  [
    'a key that sets one of its columns null',
    'alter table picture add constraint leak foreign key (tenant_id, added_by) references person on delete set null (added_by)',
    'picture: leak sets one column of its key null',
  ],
  [
    'a key that does so when what it names is changed',
    'alter table picture add constraint leak foreign key (tenant_id, added_by) references person on update set default',
    'picture: leak sets one column of its key null',
  ],
  [
    'a trigger over a transition table',
    'create trigger leak after delete on picture referencing old table as gone for each statement execute function forget_words()',
    'picture: leak goes over a transition table',
  ],
  [
    'a policy with a query',
    'create policy leak on picture using (tenant_id in (select tenant_id from church))',
    'picture: policy leak asks a query',
  ],
  [
    'a policy whose check has one',
    'create policy leak on picture for insert with check (exists (select from church c where c.tenant_id = picture.tenant_id))',
    'picture: policy leak asks a query',
  ],
  [
    'a key of the directory that leads to a church',
    'alter table known_church add foreign key (tenant_id) references church',
    "church: known_church_tenant_id_fkey leads from the directory to a church's table",
  ],
  [
    'a function in SQL, even one that is told the church',
    'create function leak(of_tenant uuid) returns bigint begin atomic select count(*) from person where tenant_id = of_tenant; end',
    'leak(): is in SQL, with what it is asked for unknown when it is planned',
  ],
  [
    'a function in PL/pgSQL that reads all churches',
    `create function leak(at timestamptz) returns bigint language plpgsql security definer as
      $$ begin return (select count(*) from person where created_at < at); end $$`,
    'leak(): reads all churches',
  ],
])('%s is found', async (_what, statement, hindrance) => {
  const before = await hindrances(owner, WITHOUT_CHURCH)
  await owner.query('begin')
  try {
    await owner.query(statement)
    const after = await hindrances(owner, WITHOUT_CHURCH)
    expect(after.filter((one) => !before.includes(one))).toEqual([hindrance])
  } finally {
    await owner.query('rollback')
  }
})

test.each([
  ['a key with its church', 'create table fine (tenant_id uuid, id uuid, primary key (tenant_id, id))'],
  [
    'a function that is told the church',
    `create function fine(of_tenant uuid) returns bigint language plpgsql security definer as
      $$ begin return (select count(*) from person where tenant_id = of_tenant); end $$`,
  ],
  [
    'a function that asks the directory',
    `create function fine(wanted bytea) returns bigint language plpgsql security definer as
      $$ begin return (select count(*) from person where tenant_id = any (churches_of('sender', array[wanted]))); end $$`,
  ],
  [
    'a function for jobs',
    `create function fine() returns bigint language sql security definer begin atomic select count(*) from person; end;
     call narthex_admin.define_for_jobs('fine()')`,
  ],
  [
    'a function that runs in the church',
    'create function fine() returns bigint language plpgsql as $$ begin return (select count(*) from person); end $$',
  ],
  [
    'a key that takes its row along',
    'alter table picture add constraint fine foreign key (tenant_id, added_by) references person on delete cascade',
  ],
])('%s is not', async (_what, statement) => {
  await owner.query('begin')
  try {
    const before = await hindrances(owner, WITHOUT_CHURCH)
    await owner.query(statement)
    expect(await hindrances(owner, WITHOUT_CHURCH)).toEqual(before)
  } finally {
    await owner.query('rollback')
  }
})
