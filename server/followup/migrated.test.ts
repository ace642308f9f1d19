import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNote } from '#contract/followup/existing-clients.ts'
import { listNewcomers, readNewcomer } from '#contract/followup/people.ts'
import { login } from '#contract/identity/session.ts'
import { migrate, migrationNames } from '../platform/database/migrate.ts'
import { startOwnCluster, type OwnCluster } from '../test-kit/cluster/own-cluster.ts'
import { PASSWORD, PASSWORD_HASH } from '../test-kit/password.ts'
import { openQuery, type Look } from '../test-kit/query-store.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'

// An owner as the documentation asks for: no superuser, and held by row-level security as everybody.
const OWNER = 'manager'
const DATABASE = 'before'
let own: OwnCluster
let look: Look
let app: TestApp | undefined
beforeAll(async () => {
  own = await startOwnCluster()
  const admin = openQuery(own.cluster.urlFor('postgres'))
  await admin(`create role ${OWNER} login createrole createdb`)
  await admin(`create database ${DATABASE} owner ${OWNER}`)
  await admin.close()
  look = openQuery(own.cluster.urlFor(DATABASE))
}, 60_000)
afterAll(async () => {
  await look.close()
  await app?.stop()
  await own.database.drop()
})

const ownerUrl = () => own.cluster.urlFor(DATABASE, OWNER)
const CHURCH = '018f0000-0000-7000-8000-000000000001'
const personId = (place: number) => `018f0000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`
const [ADMIN, FIRST, BACK, CONVERT, GONE, IMPORTED, TWICE] = [1, 2, 3, 4, 5, 6, 7].map(personId)
const EVENT = '018f0000-0000-7000-8000-000000000201'
const FILE = '018f0000-0000-7000-8000-000000000301'

/** A church as the version before following up kept it. */
const filled = `
  set session_replication_role = replica;
  insert into church (tenant_id, name, iso_code, currency, time_zone) values ('${CHURCH}', 'Grace', 'NG', 'NGN', 'Africa/Lagos');
  insert into church_size (tenant_id, people, confirmed) values ('${CHURCH}', 6, 6);
  insert into unit_account (tenant_id, account) values ('${CHURCH}', 'available');
  insert into subscription (tenant_id, plan_name, membership_size, expires_on) values ('${CHURCH}', 'Gold', 100, '2099-01-01');
  insert into person (tenant_id, id, first_name, last_name, kind, joined_on, sort_name, created_at, archived_at) values
    ('${CHURCH}', '${ADMIN}', 'Ada', 'Admin', 'member', '2024-01-07', 'ada admin', '2024-01-07T10:00Z', null),
    ('${CHURCH}', '${FIRST}', 'Hauwa', 'Musa', 'first_timer', '2024-03-03', 'hauwa musa', '2024-03-03T10:00Z', null),
    ('${CHURCH}', '${BACK}', 'Bola', 'Ade', 'first_timer', '2024-03-03', 'bola ade', '2024-03-04T10:00Z', null),
    ('${CHURCH}', '${CONVERT}', 'Musa', 'Eze', 'new_convert', '2024-03-03', 'musa eze', '2024-03-03T10:00Z', null),
    ('${CHURCH}', '${GONE}', 'Old', 'Guest', 'first_timer', '2024-02-04', 'old guest', '2024-02-04T10:00Z', '2024-02-10T10:00Z'),
    ('${CHURCH}', '${IMPORTED}', 'Yemi', 'Cole', 'first_timer', '2024-03-10', 'yemi cole', '2024-03-12T10:00Z', null);
  insert into person (tenant_id, id, first_name, last_name, sort_name, created_at, archived_at, merged_into) values
    ('${CHURCH}', '${TWICE}', 'Ada', 'Admin', 'ada admin', '2024-02-01T10:00Z', '2024-02-02T10:00Z', '${ADMIN}');
  insert into church_slug (slug, tenant_id, current) values ('grace', '${CHURCH}', true);
  insert into account (tenant_id, person_id, email, email_key, password_hash, roles) values
    ('${CHURCH}', '${ADMIN}', 'ada@grace.example', 'ada@grace.example', '${PASSWORD_HASH}', '{Admin}');
  insert into event (tenant_id, id, name, starts_at, ends_at, day, created_at) values
    ('${CHURCH}', '${EVENT}', 'Service', '2024-03-10T08:00Z', '2024-03-10T10:00Z', '2024-03-10', '2024-03-01T08:00Z');
  insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at, checked_in_at) values
    ('${CHURCH}', '${EVENT}', '${BACK}', gen_random_uuid(), gen_random_uuid(), '2024-03-09T08:00Z', '2024-03-10T08:05Z');
  insert into people_import_row (tenant_id, import_id, position, cells, outcome, person_id, version) values
    ('${CHURCH}', '${FILE}', 2, '[]', 'add', '${IMPORTED}', 1), ('${CHURCH}', '${FILE}', 3, '[]', 'update', '${FIRST}', 2);
  reset session_replication_role`

const newcomers = () =>
  look(
    `select p.first_name as name, n.kind, n.origin, n.stage_id as stage, n.furthest_id as furthest,
       n.first_visit_on::text as first, n.second_visit_on::text as second, n.archived, n.clock_from as clock, n.hand_on_at as due
     from newcomer n join person p on p.id = n.person_id order by 1`,
  )
const entered = { kind: 'first_timer', stage: 1, furthest: 1, second: null, archived: false, clock: null, due: null }

test('a church that was there before following up goes on with it: each version of a filled database leads to the next', async () => {
  const all = await migrationNames()
  await migrate(ownerUrl(), { names: all.filter((name) => name < '0047') })
  await look(filled)
  for (const name of all.filter((each) => each >= '0047')) {
    await migrate(ownerUrl(), { names: [name] })
    expect((await look('select count(*)::int as people from person'))[0]).toEqual({ people: 7 })
  }
  expect(await newcomers()).toEqual([
    { ...entered, name: 'Bola', origin: 'staff', first: '2024-03-03', second: '2024-03-10', stage: 3, furthest: 3 },
    { ...entered, name: 'Hauwa', origin: 'staff', first: '2024-03-03' },
    { ...entered, name: 'Musa', origin: 'staff', kind: 'new_convert', first: null, stage: 6, furthest: 6 },
    { ...entered, name: 'Old', origin: 'staff', first: '2024-02-04', archived: true },
    { ...entered, name: 'Yemi', origin: 'import', first: '2024-03-10' },
  ])
  expect(await look('select day::text, sum(step)::int as guests from newcomer_tally group by 1 order by 1')).toEqual([
    { day: '2024-03-03', guests: 2 },
    { day: '2024-03-10', guests: 1 },
  ])
  expect(await look(`select count(*)::int as lines from followup_log where kind = 'entered'`)).toEqual([{ lines: 5 }])
  const free = `select relname from pg_class where relkind = 'r' and relrowsecurity and not relforcerowsecurity
    and relnamespace = 'public'::regnamespace and relname ~ '^(newcomer|followup|person$|people_import_row$|automation|welcome)'`
  expect(await look(free)).toEqual([])
}, 120_000)

test('and is followed up by this version: found, read, written about', async () => {
  const database = { ...own.database, name: DATABASE, ownerUrl: own.cluster.urlFor(DATABASE) }
  app = await startApp({
    database: { ...database, drop: () => Promise.resolve() },
    ownerUrl: ownerUrl(),
    runJobs: false,
  })
  const { status, body: session } = await app.call(login, {
    body: { userName: 'ada@grace.example', password: PASSWORD },
  })
  expect([status, session.code]).toEqual([200, undefined])
  const as = { token: session.token }
  const { body } = await app.call(listNewcomers, { query: {} }, as)
  expect(body.items.map(({ firstName }) => firstName).toSorted()).toEqual(['Bola', 'Hauwa', 'Musa', 'Yemi'])
  const params = { id: BACK ?? '' }
  expect((await app.call(addNote, { params, body: { note: 'Came with her son' } }, as)).status).toBe(200)
  const { body: read } = await app.call(readNewcomer, { params }, as)
  expect(read).toMatchObject({ stageId: 3, contactedAfterHours: null })
  expect(read.log.map(({ kind }) => kind)).toEqual(['entered', 'note'])
}, 60_000)
