import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { placeOf } from './connect-to.ts'
import { freePort } from './free-port.ts'
import type { TransactionPooler } from './transaction-pooler.ts'
import { until } from './until.ts'

/** Where Debian puts it, and most others. */
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) =>
  existsSync(file),
)

export const hasPgBouncer = PROGRAM !== undefined

/** A real PgBouncer in transaction mode, where it is installed, before a PostgreSQL at a socket, or at a port. */
export async function startPgBouncer(databaseUrl: string): Promise<TransactionPooler> {
  if (!PROGRAM) throw new Error('PgBouncer is not installed.')
  const database = new URL(databaseUrl).pathname.slice(1)
  const place = placeOf(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-pgbouncer-'))
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"narthex" ""\n"narthex_app" ""\n"admin" ""\n')
  writeFileSync(settings, settingsFor({ database, place, port, users }))
  // It does not run as root, and a socket is open to its owner alone.
  const { uid, gid } = place.host.startsWith('/') ? statSync(place.host) : NOBODY
  for (const own of [folder, users, settings]) chownSync(own, uid, gid)
  const child = spawn(PROGRAM, ['-q', settings], { uid, gid, stdio: 'ignore' })
  const urlFor = (user: string, name = database): string => `postgres://${user}@127.0.0.1:${port}/${name}`
  const ask = async (url: string, question: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    return client
      .query<object>(question)
      .then(({ rows }) => rows)
      .finally(() => void client.end())
  }
  await until(() => ask(urlFor('narthex'), 'select').catch(() => null), 20)
  return {
    urlFor,
    servers: async () => (await ask(urlFor('admin', 'pgbouncer'), 'show servers')).length,
    close: async () => {
      const ended = once(child, 'exit')
      // Nothing of it is kept, and a gentler end would wait for its clients.
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const NOBODY = { uid: 65_534, gid: 65_534 }

type Settings = { database: string; place: ReturnType<typeof placeOf>; port: number; users: string }

/** As an operator would write it: no startup parameter is waved through. */
const settingsFor = ({ database, place, port, users }: Settings): string => `
[databases]
${database} = host=${place.host} port=${place.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = admin
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
server_round_robin = 1
`
