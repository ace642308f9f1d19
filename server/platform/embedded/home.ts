import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The embedded database cannot start; `message` is the sentence to show to whoever typed the command. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

export type User = { uid: number; gid: number }

/** The folder the cluster really lives in, and the user PostgreSQL runs as there (undefined: the one we are). */
export type Home = { dir: string; user: User | undefined }

/** Belongs to root, open to all: what another user must be able to reach when our own folders are closed to it. */
export const SHELTER = '/var/lib/narthex'

/**
 * An ordinary user keeps the cluster in `dataDir` itself and runs it. PostgreSQL refuses to run as root, so under root
 * it runs as `postgres`, else `nobody`; where that user cannot reach `dataDir` (a project under /root), `dataDir`
 * becomes a link into /var/lib/narthex. A cluster that exists runs as the user it belongs to.
 */
export function findHome(dataDir: string): Home {
  const parent = path.dirname(path.resolve(dataDir))
  try {
    mkdirSync(parent, { recursive: true })
  } catch (error) {
    throw new EmbeddedError(
      `${parent} cannot be made (${(error as Error).message}): choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
  // The one real path, because a running PostgreSQL is recognised by it.
  const dir = path.join(realpathSync(parent), path.basename(dataDir))
  return process.getuid?.() === 0 ? homeUnderRoot(dir) : ownHome(dir)
}

export const isInitialised = (dir: string): boolean => existsSync(path.join(dir, 'PG_VERSION'))

function ownHome(dir: string): Home {
  if (existsSync(dir)) {
    if (statSync(dir).uid === process.getuid?.()) return { dir: realpathSync(dir), user: undefined }
    throw new EmbeddedError(
      `${dir} belongs to another user: start as that user, choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
  try {
    os.userInfo()
  } catch {
    // initdb looks its own user up by number and stops when there is none.
    throw new EmbeddedError(
      `User ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL needs one to make a database: set DATABASE_URL, or start as a user that has one.`,
    )
  }
  return { dir, user: undefined }
}

function homeUnderRoot(dir: string): Home {
  const target = linkTarget(dir)
  if (isInitialised(target)) return { dir: realpathSync(target), user: ownerOf(target) }
  const user = unprivilegedUser()
  if (target !== dir || reaches(user, path.dirname(dir))) return { dir: target, user }
  return { dir: linkIntoShelter(dir), user }
}

const linkTarget = (dir: string): string =>
  lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink() ? path.resolve(path.dirname(dir), readlinkSync(dir)) : dir

/** A fresh name each time: whoever deletes the data folder, and with it the link, starts afresh. */
function linkIntoShelter(dir: string): string {
  makeShelter()
  const target = path.join(SHELTER, `cluster-${randomBytes(4).toString('hex')}`)
  symlinkSync(target, dir)
  return target
}

export function makeShelter(): void {
  mkdirSync(SHELTER, { recursive: true })
  chmodSync(SHELTER, 0o755)
}

function ownerOf(dir: string): User {
  const { uid, gid } = statSync(dir)
  if (uid !== 0) return { uid, gid }
  throw new EmbeddedError(
    `${dir} belongs to root, as whom PostgreSQL refuses to run: give it to another user with chown -R, or set DATABASE_URL.`,
  )
}

function unprivilegedUser(): User {
  const entries = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = entries.find((entry) => entry.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new EmbeddedError(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody: start Narthex as another user, or set DATABASE_URL.',
  )
}

/** Whether every folder down to `target`, and `target` itself, may be entered (a file: run) by the user. */
export function reaches(user: User, target: string): boolean {
  const at = realpathSync(target)
  const { mode, uid, gid } = statSync(at)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if (!(mode & bit)) return false
  return at === path.dirname(at) || reaches(user, path.dirname(at))
}
