import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError, type Home } from './home.ts'
import { CLEAN_ENVIRONMENT } from './init.ts'

/** The main process of a running PostgreSQL, as its postmaster.pid tells. */
export type Postmaster = { pid: number; socketDir: string; port: number; ready: boolean }

const PORT = 5432
// The kernel's limit of a socket's path, without the closing NUL.
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107
const LOG_MAX_BYTES = 8_000_000
const POLL_MS = 5
const STOP_PATIENCE_MS = 30_000
const START_PATIENCE_MS = 300_000

// Values of rows are personal, and messages of errors quote them: what fails is logged by us, by its code.
const SETTINGS = [
  'listen_addresses=',
  'log_min_messages=log',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
]

const MB = 1024 * 1024
/** PostgreSQL's own default, and what more than would mostly lie idle. */
const BUFFERS_MB = { least: 128, most: 1024 }

/**
 * How much of the tables PostgreSQL keeps at hand: an eighth of the machine's memory. The default is outgrown by the Sunday of a few
 * hundred churches, and what does not fit is read anew from the system for every request.
 */
export function buffersFor(memory: number): string {
  const eighth = Math.floor(memory / 8 / MB)
  return `shared_buffers=${Math.min(Math.max(eighth, BUFFERS_MB.least), BUFFERS_MB.most)}MB`
}

/** Of the machine, or of what this process may take of it. */
const memoryHere = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity)

/** The postmaster that serves this folder, if one is running; a stale file or a reused process number is none. */
export function findPostmaster(dir: string): Postmaster | undefined {
  const postmaster = readPidFile(dir)
  return postmaster && isPostmaster(postmaster.pid, dir) ? postmaster : undefined
}

function readPidFile(dir: string): Postmaster | undefined {
  const file = path.join(dir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, socketDir, , , status] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port), socketDir: socketDir ?? '', ready: status?.trim() === 'ready' }
}

/** A process that has ended but was not collected by its parent shows no command line, so it counts as gone. */
function isPostmaster(pid: number, dir: string): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dir)
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(` -D ${dir} `)
  } catch {
    return false
  }
}

/**
 * Starts PostgreSQL and returns once it takes connections. In a process group of its own: Ctrl-C must reach us alone,
 * who stop it last. It logs to a file, not to us: it survives our death and the next start adopts it.
 */
export async function launch(home: Home, native: string, flags: string[]): Promise<Postmaster> {
  const log = openLog(home)
  const { size } = fstatSync(log)
  const own = [`unix_socket_directories="${socketDirFor(home)}"`, buffersFor(memoryHere())]
  const settings = [...own, ...SETTINGS].flatMap((setting) => ['-c', setting])
  // PostgreSQL takes a living process with the number in its stale lock file for a rival, except its grandparent. The
  // caller has seen that it is none; the file stays, for PostgreSQL also finds orphaned backends by it.
  const env = { ...CLEAN_ENVIRONMENT, PG_GRANDPARENT_PID: String(readPidFile(home.dir)?.pid ?? process.pid) }
  const child = spawn(path.join(native, 'bin/postgres'), ['-D', home.dir, '-p', String(PORT), ...settings, ...flags], {
    ...home.user,
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', () => (ended = readFileSync(logFile(home)).subarray(size).toString().trim()))
  const deadline = Date.now() + START_PATIENCE_MS
  while (ended === undefined && Date.now() < deadline) {
    const postmaster = readPidFile(home.dir)
    if (postmaster?.pid === child.pid && postmaster?.ready) {
      child.removeAllListeners().unref()
      return postmaster
    }
    await sleep(POLL_MS)
  }
  throw new EmbeddedError(
    `PostgreSQL did not start in ${home.dir}. It says: ${ended ?? 'nothing so far; see postgres.log there'}`,
  )
}

/** Tells it to end the sessions, write everything to disk and go; answers whom it told. */
export function tellToStop(dir: string): Postmaster | undefined {
  const postmaster = findPostmaster(dir)
  if (postmaster) process.kill(postmaster.pid, 'SIGINT')
  return postmaster
}

/** The same, and returns once the process is gone. */
export async function stopPostmaster(dir: string): Promise<void> {
  const postmaster = tellToStop(dir)
  if (!postmaster) return
  const patience = Date.now() + STOP_PATIENCE_MS
  let urged = false
  while (isPostmaster(postmaster.pid, dir)) {
    await sleep(POLL_MS)
    if (urged || Date.now() < patience) continue
    // At once, without the last checkpoint: the next start recovers from the log.
    process.kill(postmaster.pid, 'SIGQUIT')
    urged = true
  }
}

const logFile = (home: Home): string => path.join(home.dir, 'postgres.log')

function openLog(home: Home): number {
  const file = logFile(home)
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.old`)
  // Under root the folder is another user's: a link put there must not lead us to a file of root's.
  const log = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  if (home.user) fchownSync(log, home.user.uid, home.user.gid)
  return log
}

/** The data folder itself, closed to others; where its path is too long for a socket, a closed folder among the temporary ones. */
function socketDirFor(home: Home): string {
  if (fits(home.dir)) return home.dir
  const name = `narthex-${createHash('sha256').update(home.dir).digest('hex').slice(0, 16)}`
  const dir = [os.tmpdir(), '/tmp'].map((parent) => path.join(parent, name)).find(fits) ?? path.join('/tmp', name)
  const uid = home.user?.uid ?? process.getuid?.()
  if (!existsSync(dir)) {
    mkdirSync(dir, { mode: 0o700 })
    if (home.user) chownSync(dir, home.user.uid, home.user.gid)
  }
  // Anybody may write there: a folder somebody else put in this place is not used.
  const found = lstatSync(dir)
  if (found.isDirectory() && found.uid === uid && !(found.mode & 0o077)) return dir
  throw new EmbeddedError(`${dir} belongs to somebody else: remove it, or choose a shorter DATA_DIR.`)
}

const fits = (dir: string): boolean => Buffer.byteLength(`${dir}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_MAX_BYTES
