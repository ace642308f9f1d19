import type { ClientBase } from 'pg'

/**
 * Reads the catalogue and names everything that Citus could not distribute by church. The small directory, which belongs to
 * no church, is left out; so is the queue's own schema, which stays on the coordinator. Functions for jobs may ask all
 * machines at once (`narthex_admin.define_for_jobs`); that no request calls one, the tests of the API show.
 */
export async function hindrances(owner: ClientBase, directory: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ hindrance: string }>(AUDIT, [directory])
  return rows.map((row) => row.hindrance)
}

const AUDIT = `
with tables as (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
),
functions as (
  select p.oid, p.proname, p.prosrc, coalesce(p.proargnames[1:p.pronargs], '{}') as takes,
    p.prosrc ~ '\\m(churches_of|directory_entry)\\M' as asks_directory
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
),
-- What a body in SQL reads stands in the catalogue; of one in PL/pgSQL the text has to do.
read_by as (
  select f.oid, t.relname from functions f join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = f.oid
    and d.refclassid = 'pg_class'::regclass join tables t on t.oid = d.refobjid
  union
  select f.oid, t.relname from functions f join tables t on f.prosrc ~ ('\\m' || t.relname || '\\M')
)
select t.relname || ': ' || i.relname || ' is unique without tenant_id' as hindrance
  from tables t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
  where x.indisunique and not exists (
    select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (x.indkey) and a.attname = 'tenant_id')
union all
select t.relname || ': ' || x.conname || ' excludes without tenant_id' from tables t join pg_constraint x on x.conrelid = t.oid
  where x.contype = 'x' and not exists (
    select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (x.conkey) and a.attname = 'tenant_id')
union all
select t.relname || ': ' || k.conname || ' sets one column of its key null'
  from tables t join pg_constraint k on k.conrelid = t.oid
  where k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd')) and cardinality(k.conkey) > 1
union all
select t.relname || ': ' || g.tgname || ' goes over a transition table' from tables t join pg_trigger g on g.tgrelid = t.oid
  where not g.tgisinternal and (g.tgoldtable is not null or g.tgnewtable is not null)
union all
select t.relname || ': policy ' || p.polname || ' asks a query' from tables t join pg_policy p on p.polrelid = t.oid
  where p.polqual::text like '%{SUBLINK%' or p.polwithcheck::text like '%{SUBLINK%'
union all
select t.relname || ': ' || k.conname || ' leads from the directory to a church''s table'
  from tables t join pg_constraint k on k.confrelid = t.oid and k.contype = 'f'
  where not exists (select from tables o where o.oid = k.conrelid)
union all
select p.proname || '(): is in SQL, with what it is asked for unknown when it is planned' from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prolang = (select oid from pg_language where lanname = 'sql') and exists (
    select from pg_depend d join tables t on t.oid = d.refobjid
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass)
union all
select f.proname || '(): reads all churches' from functions f
  where exists (select from read_by r where r.oid = f.oid)
    and not f.asks_directory and coalesce(obj_description(f.oid, 'pg_proc'), '') <> 'for jobs'
    and not exists (select from unnest(f.takes) name where name ~ '(tenant|church)')
    and f.prosrc !~ 'current_tenant' and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid
        and d.refobjid = 'current_tenant()'::regprocedure)
order by hindrance`
