import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { hindrances } from './distributable-store.ts'
import { WITHOUT_CHURCH } from './isolation-store.ts'

/**
 * The schema as one that Citus can distribute by church. Its row triggers ask for `citus.enable_unsafe_triggers`; what it
 * could not do at all is found here. Each exception is to be taken away before the database is distributed.
 */
const UNIQUE = 'a number of the whole installation: to be looked up in a table of the directory'
const SETS_NULL = 'to be done by the owner of the table when it is told of what is gone'
const TRANSITION = 'to be done by the statement itself, or row by row'
const SIGNING_IN = 'who signs in names no church: tokens and keys are to be looked up in the directory'
const JOB = 'a job that looks for churches with work to do: to go church by church from a list in the directory'
const SWEEP = 'a job that removes what has expired: to run on every machine for itself'
const EXCEPTIONS: Record<string, string> = {
  'payment: payment_by_provider is unique without tenant_id': UNIQUE,
  'payment: payment_by_receipt is unique without tenant_id': UNIQUE,
  'payment: payment_by_reference is unique without tenant_id': UNIQUE,
  'account: account_tenant_id_person_id_fkey sets one column of its key null': SETS_NULL,
  'event_class: event_class_tenant_id_group_id_fkey sets one column of its key null': SETS_NULL,
  'event_wait: event_wait_tenant_id_asked_by_fkey sets one column of its key null': SETS_NULL,
  'person: person_tenant_id_merged_into_fkey sets one column of its key null': SETS_NULL,
  'registration: registration_tenant_id_brought_by_fkey sets one column of its key null': SETS_NULL,
  'registration: registration_tenant_id_family_id_fkey sets one column of its key null': SETS_NULL,
  'person: person_added goes over a transition table': TRANSITION,
  'person: person_changed goes over a transition table': TRANSITION,
  'person: person_forgotten goes over a transition table': TRANSITION,
  'person: person_gone goes over a transition table': TRANSITION,
  'person: person_words_gone goes over a transition table': TRANSITION,
  'registration_child: registration_child_gone goes over a transition table': TRANSITION,
  'sms_recipient: sms_recipient_has_campaign goes over a transition table': TRANSITION,
  'code_signup(): reads all churches': SIGNING_IN,
  'end_guardian_session(): reads all churches': SIGNING_IN,
  'end_session(): reads all churches': SIGNING_IN,
  'find_accounts(): reads all churches': SIGNING_IN,
  'find_guardian_accounts(): reads all churches': SIGNING_IN,
  'find_guardian_session(): reads all churches': SIGNING_IN,
  'find_password_reset(): reads all churches': SIGNING_IN,
  'find_session(): reads all churches': SIGNING_IN,
  'find_staff_invite(): reads all churches': SIGNING_IN,
  'touch_session(): reads all churches': SIGNING_IN,
  'find_payment(): reads all churches': 'a notice of a provider names a payment and no church: as the numbers above',
  'find_campaign_churches(): reads all churches': 'a report of the gateway names a message and no church: the same',
  'find_guardian_countries(): reads all churches': 'the countries whose numbers sign in: to be kept in the directory',
  'has_churches(): reads all churches': 'whether there is any: to be asked of the directory',
  'find_campaigns_without_reports(): reads all churches': JOB,
  'find_custody_to_anchor(): reads all churches': JOB,
  'find_freed_classes(): reads all churches': JOB,
  'find_full_churches(): reads all churches': JOB,
  'find_old_contact_files(): reads all churches': JOB,
  'find_old_imports(): reads all churches': JOB,
  'find_old_people_changes(): reads all churches': JOB,
  'find_quiet_campaigns(): reads all churches': JOB,
  'find_quiet_pushes(): reads all churches': JOB,
  'find_running_imports(): reads all churches': JOB,
  'find_series_to_make(): reads all churches': JOB,
  'find_unconfirmed_churches(): reads all churches': JOB,
  'find_unused_pictures(): reads all churches': JOB,
  'payments_to_ask(): reads all churches': JOB,
  'payments_without_receipt(): reads all churches': JOB,
  'refunds_to_send(): reads all churches': JOB,
  'sweep_guardians(): reads all churches': SWEEP,
  'sweep_presses(): reads all churches': SWEEP,
  'sweep_signups(): reads all churches': SWEEP,
  'sweep_sign_ins(): reads all churches': SWEEP,
}

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

test('nothing but the known exceptions keeps the schema from being distributed by church', async () => {
  const found = await hindrances(owner, WITHOUT_CHURCH)
  expect(found.filter((one) => !(one in EXCEPTIONS))).toEqual([])
  // One that was taken away leaves the list.
  expect(Object.keys(EXCEPTIONS).filter((one) => !found.includes(one))).toEqual([])
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
    'a function in SQL that reads all churches',
    'create function leak() returns bigint security definer begin atomic select count(*) from person; end',
    'leak(): reads all churches',
  ],
  [
    'a function in PL/pgSQL that does',
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
    'create function fine(of_tenant uuid) returns bigint security definer begin atomic select count(*) from person where tenant_id = of_tenant; end',
  ],
  [
    'a function that runs in the church',
    'create function fine() returns bigint begin atomic select count(*) from person; end',
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
