import type pg from 'pg'
import { inTurn } from './owner.ts'

/** Switched on in the transaction of a back-up, and nowhere else. */
export const BACKUP_SETTING = 'app.backup'
export const BACKUP_POLICY = 'backup'

const NEXT = `
  select format('drop policy if exists ${BACKUP_POLICY} on %1$s; create policy ${BACKUP_POLICY} on %1$s for select to current_user using (current_setting(''${BACKUP_SETTING}'', true) = ''on'')', c.oid::regclass) as statement
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
    and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = '${BACKUP_POLICY}'
        and p.polroles = array[(select oid from pg_roles where rolname = current_user)])
  order by c.oid limit 1`

/**
 * Row-level security is forced on the owner too, so that nothing done as the owner mixes churches by oversight. A back-up
 * has to read everything: on every table stands a policy for the owner alone, for reading, that holds only where a
 * transaction says that it is a back-up. Whoever is not the owner gains nothing by saying so.
 */
export async function openToBackup(owner: pg.Client): Promise<void> {
  for (;;) {
    if (!(await nextStatement(owner))) return
    await inTurn(owner, async () => {
      const statement = await nextStatement(owner)
      // It waits for who is at work on the table, and others would wait behind it.
      if (statement) await owner.query(`set local lock_timeout = '3s'; ${statement}`)
    })
  }
}

async function nextStatement(owner: pg.Client): Promise<string | undefined> {
  const { rows } = await owner.query<{ statement: string }>(NEXT)
  return rows[0]?.statement
}
