import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ENOUGH, Load, Loaded, Rush, Watch } from './load.ts'

/** Another Node process of this project, by its file. Its environment is `env` and nothing else. */
export type Started = {
  child: ChildProcess
  firstLine: string
  megabytes: () => number
  /** The longest that it worked on without a pause since this was asked before, in milliseconds of processor; only where that was `watched`. */
  stretch: () => number
  stop: () => Promise<void>
}

const ROOT = path.resolve(import.meta.dirname, '..')

/** As `npm start` starts the server (package.json), and docs/operations.md tells others to. */
const LEAN = {
  flags: ['--max-semi-space-size=4', '--v8-pool-size=1'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
}

/** Starts a file of this project and waits for the line that holds `awaited`. */
export async function start(
  file: string,
  awaited: string,
  { env = {}, args = [], watched = false }: { env?: Record<string, string>; args?: string[]; watched?: boolean } = {},
): Promise<Started> {
  const watching = watched ? ['--import', path.join(ROOT, 'bench/stretches.mjs')] : []
  const child = spawn(process.execPath, [...LEAN.flags, ...watching, path.join(ROOT, file), ...args], {
    env: { ...LEAN.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(watched ? (['ipc'] as const) : [])],
    cwd: ROOT,
  })
  let longest = 0
  child.on('message', (stretch) => (longest = Math.max(longest, Number(stretch))))
  const firstLine = await lineWith(child, awaited)
  return {
    child,
    firstLine,
    megabytes: () => megabytesOf(child),
    stretch: () => {
      const told = longest
      longest = 0
      return told
    },
    stop: () => stop(child),
  }
}

async function lineWith(child: ChildProcess, awaited: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
    const line = text
      .split('\n')
      .slice(0, -1)
      .find((whole) => whole.includes(awaited))
    if (line !== undefined) resolve(line)
  })
  child.once('exit', (code) => reject(new Error(`It ended with ${code} before it said "${awaited}".`)))
  return promise
}

/** What the process takes of the machine's memory, as the system counts it. */
function megabytesOf({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** Clock ticks of the processor's time in a second, as Linux counts them. */
const TICKS = 100

/** Seconds of processor that processes and everything that they started have taken, the ended ones included. */
export const processorSeconds = (...roots: number[]): number =>
  familyOf(roots).reduce((sum, { taken }) => sum + taken, 0) / TICKS

/** How many processes of a family there are, and what they take of the machine's memory; what they share counts once. */
export function memoryOfFamily(...roots: number[]): { processes: number; megabytes: number } {
  const family = familyOf(roots)
  const kilobytes = family.map(({ pid }) => {
    const proportional = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(proportional?.[1] ?? 0)
  })
  return { processes: family.length, megabytes: kilobytes.reduce((sum, one) => sum + one, 0) / 1024 }
}

function familyOf(roots: number[]): Stat[] {
  const family = new Set(roots)
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf)
    .sort((one, other) => one.startedAt - other.startedAt)
  return stats.filter(({ pid, parent }) => {
    const belongs = family.has(pid) || family.has(parent)
    if (belongs) family.add(pid)
    return belongs
  })
}

type Stat = { pid: number; parent: number; taken: number; startedAt: number }

function statOf(pid: string): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: state, parent, … as in proc(5) from the third field on.
    const [, parent = 0, ...fields] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9)
    return [{ pid: Number(pid), parent, taken: user + system + endedUser + endedSystem, startedAt: fields[17] ?? 0 }]
  } catch {
    // It has ended meanwhile; its parent has its time.
    return []
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export type LoadGenerator = {
  put: (load: Load | Watch | Rush) => Promise<Loaded>
  /** Ends a watch without an end of its own. */
  enough: () => void
  stop: () => void
}

export function startLoad(): LoadGenerator {
  const child = fork(path.join(import.meta.dirname, 'load.ts'))
  return {
    put: async (load) => {
      const loaded = once(child, 'message')
      child.send(load)
      return ((await loaded) as [Loaded])[0]
    },
    enough: () => void child.send('enough' satisfies typeof ENOUGH),
    stop: () => void child.kill(),
  }
}
