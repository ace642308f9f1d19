import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPostmaster } from '#server/platform/embedded/postmaster.ts'
import { until } from './until.ts'

const SERVER = path.resolve(import.meta.dirname, '..')

/** `node server/main.mjs`, or the worker, as a process of its own, in a data folder of its own, to be stopped and killed. */
export type RunningMain = {
  process: ChildProcess
  output: () => string
  /** Resolves with the exit code, or the signal that ended it. */
  ended: () => Promise<{ with: number | string | null }>
}

export type DataFolder = {
  dir: string
  postgres: () => string
  ownerUrl: () => string
  isRunning: () => boolean
  remove: () => void
}

export function makeDataFolder(): DataFolder {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'narthex-main-')))
  const link = path.join(dir, 'postgres')
  const postgres = (): string => (existsSync(link) ? realpathSync(link) : link)
  return {
    dir,
    postgres,
    ownerUrl: () => ownerUrlIn(postgres()),
    isRunning: () => findPostmaster(postgres()) !== undefined,
    remove: () => {
      for (const folder of [postgres(), dir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of the PostgreSQL that runs on these files. */
export function ownerUrlIn(postgres: string): string {
  const [, , , port, socketDir = ''] = readFileSync(path.join(postgres, 'postmaster.pid'), 'utf8').split('\n')
  return `postgres://narthex@localhost/narthex?host=${encodeURIComponent(socketDir)}&port=${port}`
}

/** `file`: of a worker, which is started as its own. */
export function runMain(env: Record<string, string>, file: 'main.mjs' | 'worker.mjs' = 'main.mjs'): RunningMain {
  const child = spawn(process.execPath, [path.join(SERVER, file)], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  return {
    process: child,
    output: () => output,
    ended: async () => {
      const [code, signal] = await exit
      return { with: code ?? signal }
    },
  }
}

export async function isOpen({ output, process: child }: RunningMain): Promise<void> {
  await until(async () => /Narthex is (running|processing)/.test(output()) || child.exitCode !== null, 100)
  if (child.exitCode !== null) throw new Error(`Narthex did not start:\n${output()}`)
}
