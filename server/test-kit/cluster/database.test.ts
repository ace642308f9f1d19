import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './database.ts'

const clones: TestDatabase[] = []
afterAll(() => Promise.all(clones.map((clone) => clone.drop())))

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<unknown[]>({ text: sql, rowMode: 'array' })
    .then(({ rows }) => rows.flat())
    .finally(() => void client.end())
}

test('clones asked for at the same time are migrated and apart', async () => {
  const [one, other] = await Promise.all([cloneDatabase(), cloneDatabase()])
  clones.push(one, other)
  await ask(one.ownerUrl, 'create table only_here ()')
  expect(await ask(other.ownerUrl, `select to_regclass('only_here')`)).toEqual([null])
  expect(await ask(other.ownerUrl, 'select count(*) > 0 from public.migration')).toEqual([true])
})

test('the application signs in to a clone as a role that owns nothing', async () => {
  const clone = await cloneDatabase()
  clones.push(clone)
  expect(
    await ask(
      clone.appUrl,
      'select current_user, count(*)::int from pg_class where relowner = current_user::regrole group by 1',
    ),
  ).toEqual([])
  expect(await ask(clone.appUrl, 'select current_database()')).toEqual([clone.name])
})

test('a dropped clone is gone, though somebody is still connected', async () => {
  const clone = await cloneDatabase()
  const guest = new pg.Client({ connectionString: clone.ownerUrl })
  guest.on('error', () => {})
  await guest.connect()
  await clone.drop()
  await expect(ask(clone.ownerUrl, 'select 1')).rejects.toThrow('does not exist')
})
