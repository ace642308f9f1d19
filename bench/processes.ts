import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Load, Loaded, Rush, Watch } from './load.ts'

/** Another Node process of this project, by its file. Its environment is `env` and nothing else. */
export type Started = { child: ChildProcess; firstLine: string; megabytes: () => number; stop: () => Promise<void> }

const ROOT = path.resolve(import.meta.dirname, '..')

/** Starts a file of this project and waits for the line that holds `awaited`. */
export async function start(
  file: string,
  awaited: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<Started> {
  const child = spawn(process.execPath, [path.join(ROOT, file), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: ROOT,
  })
  const firstLine = await lineWith(child, awaited)
  return { child, firstLine, megabytes: () => megabytesOf(child), stop: () => stop(child) }
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export type LoadGenerator = { put: (load: Load | Watch | Rush) => Promise<Loaded>; stop: () => void }

export function startLoad(): LoadGenerator {
  const child = fork(path.join(import.meta.dirname, 'load.ts'))
  return {
    put: async (load) => {
      const loaded = once(child, 'message')
      child.send(load)
      return ((await loaded) as [Loaded])[0]
    },
    stop: () => void child.kill(),
  }
}
