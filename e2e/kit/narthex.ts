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

/** On a copy of this data folder, which the caller alone has. */
export async function startCopy(prepared: string): Promise<RunningNarthex> {
  const dataDir = emptyFolder()
  // With its owners: PostgreSQL's data belong to a user of their own where we are root.
  execFileSync('cp', ['-Rp', `${prepared}/.`, dataDir])
  return startOnce(dataDir)
}

/** As a new user starts it: on an empty data folder. */
export const startEmpty = (): Promise<RunningNarthex> => startOnce(emptyFolder())

/** PostgreSQL's user reaches it, so that all of it stays in there. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Its data go when it is stopped. */
async function startOnce(dataDir: string): Promise<RunningNarthex> {
  const narthex = await startIn(dataDir)
  const stop = async (): Promise<void> => {
    await narthex.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...narthex, stop }
}

/** In this data folder, which stays. */
export async function startIn(dataDir: string): Promise<RunningNarthex> {
  const [port, sandboxPort] = [await freePort(), await freePort(MAIL_BESIDE)]
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  npm.stdout.on('data', (text: Buffer) => (output += text.toString()))
  npm.stderr.on('data', (text: Buffer) => (output += text.toString()))
  await announced(npm, () => output)
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    output: () => output,
    stop: async () => {
      if (hasEnded(npm)) throw new Error(`npm start ended by itself:\n${output}`)
      npm.kill('SIGTERM')
      await once(npm, 'exit')
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

function announced(npm: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`npm start did not finish:\n${output()}`)), START_MS)
    npm.once('exit', () => reject(new Error(`npm start ended:\n${output()}`)))
    npm.stdout?.on('data', () => {
      if (!output().includes(READY)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
