import pg from 'pg'
import { JOB_SCHEMA } from '#server/platform/database/job-tables.ts'
import type { Look } from '#server/test-kit/query-store.ts'
import type { Stage } from './stage.ts'

/** A church that is there once more under another id, for `nth` from 1 on; whoever has the token is its first administrator. */
export type Copy = { tenantId: string; nth: number; tokenHash: Buffer }

/** Of no church alone, or of one moment: the directory is made anew, and whoever is signed in is not. */
const LEFT_OUT = ['known_church', 'directory_entry', 'session', 'guardian_session']

/** What is one over the whole installation, as the copy has it. */
const RENAMED: Record<string, string> = {
  'account.email': `replace(email, '@', c.nth || '@')`,
  'account.email_key': `replace(email_key, '@', c.nth || '@')`,
  'guardian_account.email': `replace(email, '@', c.nth || '@')`,
  'guardian_account.email_key': `replace(email_key, '@', c.nth || '@')`,
  'church.name': `name || ' ' || c.nth`,
  'church_slug.slug': `slug || '-' || c.nth`,
}

/** Makes the same id of the same id in every table of one copy: keys between tables stay whole. */
const COPIED_ID = `
  create or replace function pg_temp.of_copy(id uuid, nth int) returns uuid language sql immutable return
    (left(id::text, 24) || lpad(to_hex(('x' || right(id::text, 12))::bit(48)::bigint # nth::bigint), 12, '0'))::uuid`

/** Every table of churches with its columns; `isOurs`: an id that something of the church has. */
const COLUMNS = `
  select c.table_name as "table", c.column_name as "column", c.data_type = 'uuid' as "isId",
    c.udt_name = '_uuid' as "isIds", c.is_identity = 'YES' as "isIdentity",
    not exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.column_name and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.conrelid = c.table_name::regclass and not exists (
        select from pg_attribute t where t.attrelid = k.confrelid and t.attname = 'tenant_id')) as "isOurs"
  from information_schema.columns c
  join information_schema.columns t on t.table_schema = 'public' and t.table_name = c.table_name and t.column_name = 'tenant_id'
  join information_schema.tables b on b.table_schema = 'public' and b.table_name = c.table_name and b.table_type = 'BASE TABLE'
  where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.table_name <> all ($1)
  order by c.table_name, c.ordinal_position`

/** Their first administrators. */
const SIGN_IN = `
  insert into session (tenant_id, token_hash, account_id, created_at, expires_at)
  select c.tenant_id, c.token_hash, a.id, now(), now() + interval '1 day'
  from unnest($1::uuid[], $2::bytea[]) c (tenant_id, token_hash) cross join lateral (
    select id from account where account.tenant_id = c.tenant_id and 'Admin' = any (roles) limit 1) a`

type Column = {
  table: string
  column: string
  isId: boolean
  isIds: boolean
  isIdentity: boolean
  isOurs: boolean
}

const copiedColumn = ({ table, column, isId, isIds, isOurs }: Column): string => {
  if (column === 'tenant_id') return 'c.tenant_id'
  const renamed = RENAMED[`${table}.${column}`]
  if (renamed) return renamed
  if (isId && isOurs) return `pg_temp.of_copy("${column}", c.nth)`
  if (isIds && isOurs)
    return `array(select pg_temp.of_copy(i, c.nth) from unnest("${column}") with ordinality u (i, o) order by o)`
  return `"${column}"`
}

function copying(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ column }) => `"${column}"`).join(', ')
  const always = columns.some(({ isIdentity }) => isIdentity) ? 'overriding system value' : ''
  return `insert into "${table}" (${names}) ${always}
    select ${columns.map(copiedColumn).join(', ')}
    from (select * from "${table}" where "${table}".tenant_id = $1) o
    cross join (select tenant_id, nth from unnest($2::uuid[], $3::int[]) n (tenant_id, nth)) c`
}

export type Copier = {
  /** Copies a church with everything that it has, without triggers: what they would do has been copied too. */
  copy: (template: string, copies: readonly Copy[]) => Promise<void>
  close: () => Promise<void>
}

export async function openCopier(ownerUrl: string): Promise<Copier> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  await client.query(COPIED_ID)
  const { rows: columns } = await client.query<Column>(COLUMNS, [LEFT_OUT])
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => copying(table, own))
  return {
    copy: async (template, copies) => {
      const ids = copies.map(({ tenantId }) => tenantId)
      await client.query('begin')
      for (const text of tables) await client.query(text, [template, ids, copies.map(({ nth }) => nth)])
      await client.query(SIGN_IN, [ids, copies.map(({ tokenHash }) => tokenHash)])
      await client.query('commit')
    },
    close: () => client.end(),
  }
}

/** What can be asked of a church: families with their children, events with their classes, a group and a sender ID. */
export type Doors = {
  tenantId: string
  families: { id: string; children: string[] }[]
  events: { id: string; classes: string[] }[]
  group: string
  sender: string
}

/** Somebody signed in there. */
export type Door = Doors & { token: string }
export type Installation = { what: string; stage: Stage; churches: number; doors: Door[] }

export async function findDoors(look: Look, tenantIds: readonly string[]): Promise<Doors[]> {
  const rows = await look(
    `select c.tenant_id as "tenantId",
      (select json_agg(json_build_object('id', f.id, 'children', f.children)) from (
        select m.family_id as id, json_agg(m.person_id) as children from family_member m
        where m.tenant_id = c.tenant_id and m.role in (3, 4) group by m.family_id order by m.family_id) f) as families,
      (select json_agg(json_build_object('id', e.id, 'classes', (
          select json_agg(k.id) from event_class k where k.tenant_id = e.tenant_id and k.event_id = e.id))) from event e
        where e.tenant_id = c.tenant_id and e.name like 'Bench %') as events,
      (select g.id from people_group g where g.tenant_id = c.tenant_id and g.name = 'A hundred') as "group",
      (select s.mask from sender_id s where s.tenant_id = c.tenant_id and s.status = 2 limit 1) as sender
    from unnest($1::uuid[]) c (tenant_id)`,
    [tenantIds],
  )
  return rows as Doors[]
}

export type Size = { table: string; megabytes: number; rows: number }

/** The whole database in bytes, and its largest tables with their indexes. */
export async function sizeOf(look: Look): Promise<{ bytes: number; largest: Size[] }> {
  const [whole] = await look('select pg_database_size(current_database())::float8 as bytes')
  const largest = await look(`
    select relname as "table", pg_total_relation_size(oid)::float8 / 1e6 as megabytes, greatest(reltuples, 0)::float8 as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 12`)
  return { bytes: Number(whole?.['bytes']), largest: largest as Size[] }
}

/** What a worker has still to do before it only waits. */
export async function countWaitingJobs(look: Look): Promise<number> {
  const [row] = await look(
    `select count(*)::int as jobs from ${JOB_SCHEMA}.job where state < 'completed' and start_after <= now() and name not like '\\_\\_pgboss%'`,
  )
  return Number(row?.['jobs'])
}
