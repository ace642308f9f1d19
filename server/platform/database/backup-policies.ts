import type pg from 'pg'
import { inTurn } from './owner.ts'

/** Switched on in the transaction of a back-up, and nowhere else. */
export const BACKUP_SETTING = 'app.backup'
const BACKUP_POLICY = 'backup'

const MISSING = `
  select format('drop policy if exists ${BACKUP_POLICY} on %1$s; create policy ${BACKUP_POLICY} on %1$s for select to current_user using (current_setting(''${BACKUP_SETTING}'', true) = ''on'')', c.oid::regclass) as statement
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
    and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = '${BACKUP_POLICY}'
        and p.polroles = array[(select oid from pg_roles where rolname = current_user)])
  order by c.oid`

/**
 * Row-level security is forced on the owner too, so that nothing done as the owner mixes churches by oversight. A back-up
 * has to read everything: on every table stands a policy for the owner alone, for reading, that holds only where a
 * transaction says that it is a back-up. Whoever is not the owner gains nothing by saying so.
 */
export async function openToBackup(owner: pg.Client): Promise<void> {
  if ((await missing(owner)).length === 0) return
  if (await createSome(owner, Infinity)) return
  // Somebody is at work on a table for long: one at a time, so that nobody waits for more than that one.
  while ((await missing(owner)).length > 0) await createSome(owner, 1)
}

/** Whether the tables were free. It waits for who is at work on one, and others would wait behind it: not for long. */
async function createSome(owner: pg.Client, most: number): Promise<boolean> {
  try {
    await inTurn(owner, async () => {
      const statements = (await missing(owner)).slice(0, most)
      await owner.query(`set local lock_timeout = '${most === 1 ? 3_000 : 300}ms'; ${statements.join('; ')}`)
    })
    return true
  } catch (error) {
    if (most === 1 || (error as { code?: string }).code !== '55P03') throw error
    return false
  }
}

async function missing(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ statement: string }>(MISSING)
  return rows.map(({ statement }) => statement)
}
