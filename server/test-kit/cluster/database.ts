import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { appUrl } from '#server/platform/database/roles.ts'
import { copyTemplate, dropDatabase } from './database-store.ts'

export type TestDatabase = {
  name: string
  /** Superuser: for looking at the stored state, across churches. */
  ownerUrl: string
  /** The application's own role, under row-level security. */
  appUrl: string
  /** Ends its sessions and removes it. */
  drop: () => Promise<void>
}

/** A migrated database of the caller's own, in about 40 ms. One per test file is enough: each church is its own world. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(adminUrl, name)
  const ownerUrl = databaseUrl(adminUrl, name)
  return { name, ownerUrl, appUrl: appUrl(ownerUrl), drop: () => dropDatabase(adminUrl, name) }
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
