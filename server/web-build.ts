import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUTPUT = path.join(ROOT, 'dist/web')
const MARK = '.built-from'
const SOURCES = [
  'web',
  'contract',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-web.ts',
  'scripts/build-worker.ts',
  'scripts/page-modules.ts',
]

/**
 * Builds the web page when it is missing or older than its sources, and answers where it lies. Where there are no
 * sources, as in an image that holds only what runs, what is there is served. Ends early when `ending` is aborted.
 */
export async function buildWebPage(ending?: AbortSignal): Promise<string> {
  if (!existsSync(path.join(ROOT, 'web'))) return OUTPUT
  const newest = String(await newestChange(SOURCES.map((source) => path.join(ROOT, source))))
  if ((await readFile(path.join(OUTPUT, MARK), 'utf8').catch(() => '')) === newest) return OUTPUT
  console.log('Building the web app…')
  // Beside its place, then renamed: two starts at once do not write into each other's page.
  const unfinished = `${OUTPUT}-${process.pid}`
  try {
    await build(unfinished, ending)
    await writeFile(path.join(unfinished, MARK), newest)
    await replace(unfinished)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return OUTPUT
}

/** In a process of its own: the bundler would stay in the server's memory. */
async function build(directory: string, ending: AbortSignal | undefined): Promise<void> {
  const builder = spawn(process.execPath, [path.join(ROOT, 'scripts/build-web.ts'), directory], {
    stdio: 'inherit',
    cwd: ROOT,
  })
  const end = (): boolean => builder.kill()
  ending?.addEventListener('abort', end)
  const [code] = (await once(builder, 'exit')) as [number | null]
  ending?.removeEventListener('abort', end)
  if (code !== 0) throw new Error('The web app could not be built.')
}

async function replace(unfinished: string): Promise<void> {
  const old = `${unfinished}-old`
  await rename(OUTPUT, old).catch(() => {})
  // Another start may have put its own there in the meantime, from the same sources.
  await rename(unfinished, OUTPUT).catch((error: unknown) => {
    if (!existsSync(path.join(OUTPUT, MARK))) throw error
  })
  await rm(old, { recursive: true, force: true })
}

/** The latest modification among these files and everything below them, in milliseconds. */
async function newestChange(places: string[]): Promise<number> {
  const times = await Promise.all(
    places.map(async (place) => {
      const entry = await stat(place)
      const changed = Math.round(entry.mtimeMs)
      if (!entry.isDirectory()) return changed
      // A folder's own time tells of files that are gone.
      return Math.max(changed, await newestChange((await readdir(place)).map((name) => path.join(place, name))))
    }),
  )
  return Math.max(0, ...times)
}
