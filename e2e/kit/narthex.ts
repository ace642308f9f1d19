import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#server/test-kit/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_MS = 120_000
/** The sandbox takes a port for itself and the next one for mail. */
const MAIL_BESIDE = 1
/** The last line of the sign-ins that the demo prints. */
const READY = 'admin@full.example'

/** `npm start` with its demo and its sandbox. */
export type RunningNarthex = { url: string; sandboxUrl: string; output: () => string; stop: () => Promise<void> }

/** `npm start` is what people type; it looks whether everything is installed, and then runs what stands below it. */
const AS_A_USER = ['npm', 'start'] as const
/** The same without what keeps its memory small, which takes a third of a start; what is compiled is kept as well. */
const DIRECTLY = [process.execPath, 'server/run-server.ts'] as const
const COMPILED = path.join(ROOT, 'node_modules/.cache/compiled')
type Command = readonly [string, ...string[]]

/** On a copy of this data folder, which the caller alone has. */
export async function startCopy(prepared: string): Promise<RunningNarthex> {
  const dataDir = emptyFolder()
  // With its owners: PostgreSQL's data belong to a user of their own where we are root.
  execFileSync('cp', ['-Rp', `${prepared}/.`, dataDir])
  return startOnce(dataDir, DIRECTLY)
}

/** As a new user starts it: on an empty data folder. */
export const startEmpty = (): Promise<RunningNarthex> => startOnce(emptyFolder(), AS_A_USER)

/** PostgreSQL's user reaches it, so that all of it stays in there. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Its data go when it is stopped. */
async function startOnce(dataDir: string, command: Command): Promise<RunningNarthex> {
  const narthex = await startIn(dataDir, command)
  const stop = async (): Promise<void> => {
    await narthex.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...narthex, stop }
}

/** In this data folder, which stays. */
export async function startIn(dataDir: string, [file, ...args]: Command = DIRECTLY): Promise<RunningNarthex> {
  const [port, sandboxPort] = [await freePort(), await freePort(MAIL_BESIDE)]
  const narthex = spawn(file, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      ...(file === process.execPath && { NODE_COMPILE_CACHE: COMPILED }),
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  narthex.stdout.on('data', (text: Buffer) => (output += text.toString()))
  narthex.stderr.on('data', (text: Buffer) => (output += text.toString()))
  await announced(narthex, () => output)
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    output: () => output,
    stop: async () => {
      if (hasEnded(narthex)) throw new Error(`Narthex ended by itself:\n${output}`)
      narthex.kill('SIGTERM')
      await once(narthex, 'exit')
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

function announced(narthex: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Narthex did not start:\n${output()}`)), START_MS)
    narthex.once('exit', () => reject(new Error(`Narthex ended:\n${output()}`)))
    narthex.stdout?.on('data', () => {
      if (!output().includes(READY)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
