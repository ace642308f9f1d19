import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const ROOT = path.resolve(import.meta.dirname, '..')
const BUILDS = path.join(ROOT, 'dist/server')
const BUILDER = path.join(ROOT, 'scripts/build-server.ts')
const FOLDERS = ['server', 'sandbox', 'contract']
const LOCKFILE = path.join(ROOT, 'package-lock.json')
/** Of those folders, what no program is made of. */
const BESIDE = /\.test\.ts$|\/(test-kit|api-tests)\//

/**
 * Runs a program of this folder as it is built: few files instead of a thousand, without types, comments and what nothing
 * uses of packages, a third less memory. Plain JavaScript, like whoever calls it: one file with types would bring the compiler
 * into memory. The heap's old part is cleared when it has grown by a fifth; how large its young part may become only the
 * command line says (package.json, docs/operations.md). False where there is no build: whoever calls runs the sources.
 * @param {'run-server' | 'run-worker'} program
 */
export async function runBuilt(program) {
  setFlagsFromString('--heap-growing-percent=20')
  const folder = await buildServer()
  if (folder) await import(pathToFileURL(path.join(folder, `${program}.js`)).href)
  return folder !== null
}

/**
 * Builds the server when its sources say something else than those of the builds that are there, and answers where it lies.
 * Where there are no sources, as in an image that holds only what runs, it is the build that is there. Null where nothing
 * can be written: there the sources run themselves.
 */
export async function buildServer() {
  if (!existsSync(BUILDER)) return newestBuild()
  const folder = path.join(BUILDS, keyOfSources())
  if (existsSync(folder)) return folder
  if (!canBeMade(BUILDS)) {
    console.warn('dist/server cannot be written: Narthex runs from its sources, which takes more memory.')
    return null
  }
  // In a process of its own: the bundler would stay in the server's memory.
  const builder = spawn(process.execPath, [BUILDER, folder], { stdio: 'inherit', cwd: ROOT })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error('The server could not be built.')
  return folder
}

function newestBuild() {
  const builds = readdirSync(BUILDS).map((name) => path.join(BUILDS, name))
  return builds.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0] ?? null
}

/** What the sources say, in a few letters: neither a clock nor a copy makes it another. */
function keyOfSources() {
  const said = createHash('sha256')
  for (const file of [...FOLDERS.flatMap(sourcesIn), LOCKFILE, BUILDER])
    said.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return said.digest('hex').slice(0, 16)
}

/** @param {string} folder */
const sourcesIn = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !BESIDE.test(file))
    .sort()

/** @param {string} folder */
function canBeMade(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
