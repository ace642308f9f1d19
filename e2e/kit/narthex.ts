import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#server/test-kit/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_MS = 120_000
/** The sandbox takes a port for itself and the next one for mail. */
const MAIL_BESIDE = 1
/** The last line of the sign-ins that the demo prints. */
const READY = 'admin@full.example'

/** `npm start` on an empty data folder, with its demo and its sandbox. */
export type RunningNarthex = { url: string; sandboxUrl: string; output: () => string; stop: () => Promise<void> }

export async function startNarthex(): Promise<RunningNarthex> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'narthex-e2e-'))
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
      rmSync(dataDir, { recursive: true, force: true })
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
