import pg from 'pg'

/** Migrated, and empty. */
export const TEMPLATE = 'narthex_template'

// Any constant does. PostgreSQL copies a template only while nobody uses it, so clones are made one after another.
const CLONING = 7_036_151

/** From now on nobody connects to the template, so that it can be copied at any time. */
export async function closeTemplate(adminUrl: string, template = TEMPLATE): Promise<void> {
  await asAdmin(adminUrl, (admin) =>
    admin.query(`alter database ${admin.escapeIdentifier(template)} with is_template true allow_connections false`),
  )
}

/** Whether a template is whole, because `closeTemplate` comes last. Throws when there is no such database. */
export async function isTemplateClosed(adminUrl: string, template: string): Promise<boolean> {
  return asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ closed: boolean }>(
      'select datistemplate as closed from pg_database where datname = $1',
      [template],
    )
    if (!rows[0]) throw new Error(`${template} could not be made: the beginning of the log says why.`)
    return rows[0].closed
  })
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${admin.escapeIdentifier(name)}`))
}

export async function copyTemplate(adminUrl: string, name: string, template = TEMPLATE): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    const [copy, original] = [admin.escapeIdentifier(name), admin.escapeIdentifier(template)]
    await admin.query('select pg_advisory_lock($1)', [CLONING])
    await admin.query(`create database ${copy} template ${original} strategy file_copy`)
  })
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, (admin) =>
    admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`),
  )
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin<Result>(adminUrl: string, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
