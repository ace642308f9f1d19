import type pg from 'pg'
import { WITHOUT_CHURCH } from './isolation-store.ts'
import { asOwner, inTurn, type TurnOptions } from './owner.ts'
import { DatabaseRefusal } from './refusal.ts'
import { APP_ROLE, DEFINER_ROLE } from './roles.ts'

type Distributed = {
  /** What this run moved; empty: everything stood where it belongs. */
  churchTables: string[]
  sharedTables: string[]
  /** Machines that hold churches. */
  machines: number
}

/**
 * Hands the tables of the churches to Citus, each church on one machine with all its rows; what churches name and belongs to
 * none is copied to every machine, the directory and the queue stay on the coordinator. In one transaction, while no other
 * Narthex migrates; what is distributed already stays as it is, so that it is run again after an upgrade with new tables.
 */
export async function distribute(ownerUrl: string, turn: TurnOptions = {}): Promise<Distributed> {
  return asOwner(ownerUrl, async (owner) => {
    if (!(await hasCitus(owner)))
      throw new DatabaseRefusal(
        'This database has no Citus: install the extension on every machine, "create extension citus" in the database, and name the workers with citus_add_node.',
      )
    return inTurn(owner, () => distributeAll(owner), turn)
  })
}

const hasCitus = async (owner: pg.Client): Promise<boolean> =>
  (await owner.query(`select from pg_extension where extname = 'citus'`)).rows.length > 0

async function distributeAll(owner: pg.Client): Promise<Distributed> {
  await owner.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  await owner.query('set local citus.enable_unsafe_triggers = on')
  // Rows that move are no new rows: nothing is counted, told or looked up because of them, on any machine.
  await owner.query(`set local citus.propagate_set_commands = 'local'`)
  await owner.query('set local session_replication_role = replica')
  await letIn(owner)
  await owner.query(PLANNED)
  const churchTables = await tablesOf(owner, CHURCH_TABLES)
  const sharedTables = await tablesOf(owner, SHARED_TABLES)
  // Between tables of which one has moved and the other has not there can be no key.
  const keys = churchTables.length + sharedTables.length === 0 ? [] : await keysBetween(owner)
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`)
  for (const table of sharedTables) await owner.query('select create_reference_table($1::regclass)', [table])
  for (const table of churchTables)
    await owner.query(`select create_distributed_table($1::regclass, 'tenant_id', colocate_with => $2)`, [
      table,
      table === 'church' ? 'none' : 'church',
    ])
  for (const { table, name, definition } of keys)
    await owner.query(`alter table ${table} add constraint ${name} ${definition}`)
  await planByChurch(owner)
  const { rows } = await owner.query<{ machines: number }>(
    `select count(distinct nodename || ':' || nodeport)::int as machines from citus_shards where table_name = 'church'::regclass`,
  )
  return { churchTables, sharedTables, machines: rows[0]?.machines ?? 0 }
}

/**
 * Machines ask each other as whoever asks: the role that owns the functions over churches too. It has no password, so that
 * it comes in only where a machine's pg_hba.conf lets another machine in without. And what a transaction says of its church
 * is said to the machine that holds it.
 */
async function letIn(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
  const database = rows[0]?.name ?? ''
  await owner.query(`alter role ${DEFINER_ROLE} login`)
  await owner.query(`alter role ${APP_ROLE} in database ${database} set citus.propagate_set_commands = 'local'`)
  // Planned for what it is asked: a plan for any church needs every machine.
  await owner.query(`alter role ${APP_ROLE} in database ${database} set plan_cache_mode = force_custom_plan`)
  // A transaction that has read of all churches may still write what is on every machine.
  await owner.query(`alter role ${APP_ROLE} in database ${database} set citus.multi_shard_modify_mode = 'sequential'`)
  await owner.query(`alter database ${database} set citus.enable_unsafe_triggers = on`)
}

/**
 * Here alone, on the machine that plans: the church of a transaction is a constant to the planner, so that a statement goes to
 * the one machine of that church though it does not name it. Row-level security holds where the rows are, by what the
 * transaction says there. Plans must not be kept: statements have no names there, and functions in PL/pgSQL that read tables
 * of churches run as their definer, whom another policy lets in. An operator who has entered a church is in that church alone.
 */
const PLANNED = ['tenant', 'operator']
  .map(
    (who) => `create or replace function public.planned_${who}() returns uuid language sql immutable parallel safe
      return nullif(current_setting('app.${who}_id', true), '')::uuid;
    revoke all on function public.planned_${who}() from public;
    grant execute on function public.planned_${who}() to ${APP_ROLE}, ${DEFINER_ROLE};`,
  )
  .join('\n')

/** An operator's place in the index is the machines' to look up: this Citus (13.2.2) ends the whole coordinator where it reads one here. */
const planned = (expression: string): string => `replace(
    regexp_replace(
      regexp_replace(pg_get_expr(${expression}, polrelid), '\\s+AND \\(tenant_id >=\\s+CASE.*END\\)', ''),
      'current_(tenant|operator)\\(', 'planned_\\1(', 'g'),
    'planned_operator() IS NOT NULL',
    'planned_operator() IS NOT NULL AND (planned_tenant() IS NULL OR tenant_id = planned_tenant())')`

async function planByChurch(owner: pg.Client): Promise<void> {
  await owner.query('set local citus.enable_ddl_propagation = off')
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter policy %I on %s %s %s', p.name, p.table, 'using (' || p.sees || ')', 'with check (' || p.writes || ')') as statement
     from (
       select polname as name, polrelid::regclass as table,
         ${planned('polqual')} as sees, ${planned('polwithcheck')} as writes
       from pg_policy where polrelid in (select logicalrelid from pg_dist_partition where partmethod = 'h')
         and pg_get_expr(polqual, polrelid) || coalesce(pg_get_expr(polwithcheck, polrelid), '') ~ 'current_(tenant|operator)\\('
     ) p`,
  )
  for (const { statement } of rows) await owner.query(statement)
}

const OWN = `select c.oid, c.relname, c.relname <> all ($1) as is_church from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** The church's own first: the others stand beside it. */
const CHURCH_TABLES = `select o.relname as table from (${OWN}) o
  where o.is_church and o.oid not in (select logicalrelid from pg_dist_partition) order by o.relname <> 'church', o.relname`

/** What tables of churches name, and what that names. */
const SHARED_TABLES = `with recursive own as (${OWN}), named as (
    select k.confrelid as oid from pg_constraint k join own o on o.oid = k.conrelid and o.is_church where k.contype = 'f'
    union select k.confrelid from pg_constraint k join named n on n.oid = k.conrelid where k.contype = 'f'
  )
  select o.relname as table from own o join named n on n.oid = o.oid
  where not o.is_church and o.oid not in (select logicalrelid from pg_dist_partition) order by o.relname`

async function tablesOf(owner: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(statement, [WITHOUT_CHURCH])
  return rows.map(({ table }) => table)
}

type Key = { table: string; name: string; definition: string }

async function keysBetween(owner: pg.Client): Promise<Key[]> {
  const { rows } = await owner.query<Key>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`,
  )
  return rows
}
