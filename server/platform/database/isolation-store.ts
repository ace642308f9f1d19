import type { ClientBase } from 'pg'
import { APP_ROLE, DEFINER_ROLE } from './roles.ts'

/** Reference data and bookkeeping of the installation: no row of these belongs to a church. */
export const WITHOUT_CHURCH = [
  'bank_account',
  'church_slug',
  'console_entry',
  'directory_entry',
  'known_church',
  'rate_limit',
  'installation',
  'mail_domain',
  'migration',
  'mobile_network',
  'network_prefix',
  'operator',
  'operator_alone',
  'operator_change',
  'operator_recovery_code',
  'operator_session',
  'plan',
  'price',
  'provider_minute',
  'public_holiday',
  'receipt_number',
  'sending_hours',
  'signup',
  'slot',
  'sms_route',
  'tax_rate',
  'unclaimed_reply',
]
/** What is written once and never changed or removed. */
const APPEND_ONLY = [
  'audit_entry',
  'custody_entry',
  'console_entry',
  'operator_alone',
  'subscription_entry',
  'unit_entry',
  'unit_transaction',
]
/** Of the churches' tables, those that operators read across churches: what a church has and pays, never its people. */
const SHOWN_TO_OPERATORS = [
  'audit_entry',
  'church',
  'church_size',
  'payment',
  'payment_incident',
  'payment_refund',
  'sender_id',
  'sender_id_network',
  'subscription',
  'subscription_entry',
  'unit_account',
]

/**
 * Reads the catalogue and names everything that would let one church see or change another's rows. Empty is good.
 * The queue's own schema is left out: its rows carry ids only.
 */
export async function breaches(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ breach: string }>(AUDIT, [
    WITHOUT_CHURCH,
    APP_ROLE,
    DEFINER_ROLE,
    APPEND_ONLY,
    SHOWN_TO_OPERATORS,
  ])
  return rows.map((row) => row.breach)
}

const AUDIT = `
with tables as (
  select c.oid, c.relname, c.relkind, c.relrowsecurity and c.relforcerowsecurity as forced, c.relacl, c.relowner, c.reloptions
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
),
church_tables as (select * from tables where relkind in ('r', 'p') and relname <> all ($1)),
definers as (
  select p.oid, p.oid::regprocedure::text as signature, p.prosecdef, p.proconfig, p.proacl, r.rolname as owner, p.prorettype
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
  where n.nspname = 'public'
),
grants as (
  select t.relname, a.grantee, a.privilege_type from tables t, aclexplode(t.relacl) a
)
select relname || ': row-level security is not forced' as breach from tables
  where relkind in ('r', 'p') and not forced and relname <> 'migration'
union all
select t.relname || ': has no tenant_id' from church_tables t
  where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id' and a.attnotnull)
union all
select t.relname || ': policy ' || p.polname || ' does not ask for the church' from church_tables t join pg_policy p on p.polrelid = t.oid
  where not (p.polroles = array[(select oid from pg_roles where rolname = $3)])
    and not (p.polname = 'backup' and p.polcmd = 'r' and p.polroles = array[t.relowner]
      and pg_get_expr(p.polqual, p.polrelid) = '(current_setting(''app.backup''::text, true) = ''on''::text)')
    and not (t.relname = any ($5) and p.polcmd = 'r' and regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\\s+', ' ', 'g') =
      '((current_operator() IS NOT NULL) AND (tenant_id >= CASE WHEN (current_operator() IS NOT NULL) THEN ''00000000-0000-0000-0000-000000000000''::uuid ELSE NULL::uuid END))')
    and (coalesce(pg_get_expr(p.polqual, p.polrelid), '') <> '(tenant_id = current_tenant())'
      or coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') <> '(tenant_id = current_tenant())')
union all
select t.relname || ': unique index ' || i.relname || ' does not begin with tenant_id'
  from church_tables t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
  where x.indisunique and (x.indkey[0] = 0 or
    (select attname from pg_attribute a where a.attrelid = t.oid and a.attnum = x.indkey[0]) is distinct from 'tenant_id')
union all
select t.relname || ': foreign key ' || k.conname || ' does not keep the church'
  from church_tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' join pg_class f on f.oid = k.confrelid
  where f.relname <> all ($1) and not (
    (select attname from pg_attribute a where a.attrelid = t.oid and a.attnum = k.conkey[1]) = 'tenant_id'
    and (select attname from pg_attribute a where a.attrelid = k.confrelid and a.attnum = k.confkey[1]) = 'tenant_id')
union all
select relname || ': a view runs with its owner’s rights' from tables
  where relkind = 'm' or (relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false))
union all
select signature || ': runs with the rights of ' || owner from definers where prosecdef and owner <> $3
union all
select signature || ': has no search_path of its own' from definers
  where prosecdef and not exists (select from unnest(proconfig) c where c like 'search_path=%')
union all
select signature || ': anybody may call it' from definers
  where prorettype <> 'trigger'::regtype and (proacl is null or exists (select from aclexplode(proacl) a where a.grantee = 0))
union all
select relname || ': granted to everybody' from grants where grantee = 0 group by relname
union all
select g.relname || ': ' || r.rolname || ' may ' || lower(g.privilege_type) from grants g join pg_roles r on r.oid = g.grantee
  where r.rolname = $2 and (g.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
    or (g.relname = any ($4) and g.privilege_type not in ('SELECT', 'INSERT')))
union all
select t.relname || ': owned by ' || r.rolname from tables t join pg_roles r on r.oid = t.relowner where r.rolname in ($2, $3)
union all
select rolname || ': may pass by row-level security' from pg_roles where rolname in ($2, $3) and (rolsuper or rolbypassrls or rolcreaterole)
union all
select a.rolname || ': is a member of ' || r.rolname from pg_auth_members m
  join pg_roles r on r.oid = m.roleid join pg_roles a on a.oid = m.member where a.rolname in ($2, $3)
union all
select rolname || ': may sign in' from pg_roles where rolname = $3 and rolcanlogin
order by breach`
