import type { Look } from './query-store.ts'

/** Every row of every table, as a number and a digest. */
export async function contentsOf(look: Look): Promise<Record<string, unknown>> {
  const tables = await look(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and (n.nspname = 'public' and c.relname <> 'migration'
         or n.nspname = 'pgboss' and c.relname in ('job', 'schedule', 'subscription', 'job_dependency')) order by 1`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name } of tables)
    contents[String(name)] = (
      await look(
        `select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as digest from ${String(name)} t`,
      )
    )[0]
  return contents
}

/** Everything that guards the rows: keys, triggers, policies, forced security. */
export const guardsOf = (look: Look): Promise<unknown[]> =>
  look(`
      select 'key' as what, conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as says
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger', tgrelid::regclass::text, tgname::text, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'policy', polrelid::regclass::text, polname::text, polcmd::text || pg_get_expr(polqual, polrelid) from pg_policy
      union all select 'table', oid::regclass::text, relkind::text, relrowsecurity::text || relforcerowsecurity || relacl::text
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by 1, 2, 3`)
