import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { shapeConfig } from '#server/platform/config/config.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { startAll, stopAll, type Part } from '#server/start-all.ts'
import { recordedLog } from '#server/test-kit/failures/server-record.ts'
import { areFree, freePort } from '#server/test-kit/free-port.ts'
import { until } from '#server/test-kit/until.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_SECONDS = 120
/** The server takes a port, the sandbox the next one, and the one behind it for mail. */
const BESIDE = 2
/** The last line of the sign-ins that the demo prints. */
const READY = 'admin@full.example'
/** The database with the demo, made once for all test files. */
export const DEMO = 'narthex_demo'

/** Narthex with its demo and its sandbox. */
export type RunningNarthex = { url: string; sandboxUrl: string; output: () => string; stop: () => Promise<void> }

/** In this process, on this database: what a test file needs of it is loaded and compiled once for all files of a worker. */
export async function startHere(databaseUrl: string): Promise<RunningNarthex> {
  const { env, ...sites } = sitesAt(await portOfWorker())
  const config = shapeConfig(readEnv({ ...env, DATABASE_URL: databaseUrl }))
  const parts: Part[] = []
  try {
    const output = await startAll(config, parts, new AbortController().signal, recordedLog())
    return { ...sites, output: () => output, stop: () => stopAll(parts) }
  } catch (error) {
    await stopAll(parts)
    throw error
  }
}

const children = new Set<() => string>()

/** What each Narthex in a process of its own has printed. */
export const printedByChildren = (): string[] => [...children].map((output) => output())

/** `npm start`, as a new user types it, on an empty data folder, which goes when it is stopped. */
export async function startEmpty(): Promise<RunningNarthex> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'narthex-e2e-'))
  // PostgreSQL's user reaches it, so that all of it stays in there.
  chmodSync(dataDir, 0o755)
  const { env, ...sites } = sitesAt(await freePort(BESIDE))
  const narthex = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  narthex.stdout.on('data', (text: Buffer) => (output += text.toString()))
  narthex.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const printed = (): string => output
  children.add(printed)
  await announced(narthex, printed)
  return {
    ...sites,
    output: printed,
    stop: async () => {
      children.delete(printed)
      if (hasEnded(narthex)) throw new Error(`Narthex ended by itself:\n${output}`)
      narthex.kill('SIGTERM')
      await once(narthex, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let ofWorker: number | undefined
/** The same for one file after the other: a browser finds what it compiled of a site at the address it knows. */
async function portOfWorker(): Promise<number> {
  if (ofWorker === undefined || !(await areFree(ofWorker, BESIDE))) ofWorker = await freePort(BESIDE)
  return ofWorker
}

const sitesAt = (port: number) => ({
  url: `http://localhost:${port}`,
  sandboxUrl: `http://localhost:${port + 1}`,
  env: { NODE_ENV: 'development', PORT: String(port), SANDBOX_PORT: String(port + 1) },
})

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function announced(narthex: ChildProcess, output: () => string): Promise<void> {
  const isOver = async (): Promise<boolean> => hasEnded(narthex) || output().includes(READY)
  await until(isOver, START_SECONDS).catch(() => {})
  if (hasEnded(narthex) || !output().includes(READY)) throw new Error(`Narthex did not start:\n${output()}`)
}
