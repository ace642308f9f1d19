import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedError, isInitialised, type Home } from './home.ts'

export const OWNER = 'narthex'
const POSTGRES_VERSION = '18'

/** PostgreSQL's programs get nothing of our environment: no PG… setting of the machine, English messages, UTC. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

// The builtin locale sorts the same on every machine, so indexes survive a move; trust, because only whoever may enter
// the closed data folder can reach the socket.
const INITDB = [
  '-U',
  OWNER,
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/** Makes the cluster when it is not there. Made beside its place and then renamed: an interrupted start leaves none. */
export async function initialise(home: Home, native: string, durable: boolean): Promise<void> {
  if (isInitialised(home.dir)) return refuseOtherVersion(home.dir)
  if (existsSync(home.dir) && readdirSync(home.dir).length > 0) {
    throw new EmbeddedError(
      `${home.dir} holds something that is not a database: choose another DATA_DIR, or move it away.`,
    )
  }
  removeUnfinished(home.dir)
  const unfinished = `${home.dir}.init-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (home.user) chownSync(unfinished, home.user.uid, home.user.gid)
  await initdb(home, native, [...INITDB, ...(durable ? [] : ['--no-sync']), '-D', unfinished])
  try {
    renameSync(unfinished, home.dir)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Another start was first: go on with its cluster.
    if (!isInitialised(home.dir)) throw error
  }
}

async function initdb(home: Home, native: string, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(path.join(native, 'bin/initdb'), args, { ...home.user, env: CLEAN_ENVIRONMENT, cwd: '/' })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new EmbeddedError(
      `PostgreSQL could not make its database in ${home.dir}. It says: ${stderr?.trim() || message}. Set DATABASE_URL to use another PostgreSQL.`,
    )
  }
}

function refuseOtherVersion(dir: string): void {
  const version = readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version === POSTGRES_VERSION) return
  throw new EmbeddedError(
    `${dir} was made by PostgreSQL ${version}, this is ${POSTGRES_VERSION}: dump it with ${version} and restore it here, or set DATABASE_URL.`,
  )
}

function removeUnfinished(dir: string): void {
  const prefix = `${path.basename(dir)}.init-`
  for (const name of readdirSync(path.dirname(dir))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      rmSync(path.join(path.dirname(dir), name), { recursive: true, force: true })
    }
  }
}

/** Whether any process has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
