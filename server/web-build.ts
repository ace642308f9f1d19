import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUTPUT = path.join(ROOT, 'dist/web')
const MARK = path.join(OUTPUT, '.built-from')
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json', 'scripts/build-web.ts']

/**
 * Builds the web page when it is missing or older than its sources, and answers where it lies. Where there are no
 * sources, as in an image that holds only what runs, what is there is served.
 */
export async function buildWebPage(): Promise<string> {
  if (!existsSync(path.join(ROOT, 'web'))) return OUTPUT
  const newest = String(await newestChange(SOURCES.map((source) => path.join(ROOT, source))))
  if (existsSync(MARK) && (await readFile(MARK, 'utf8')) === newest) return OUTPUT
  console.log('Building the web page…')
  // In a process of its own: the bundler would stay in the server's memory.
  const builder = spawn(process.execPath, [path.join(ROOT, 'scripts/build-web.ts')], { stdio: 'inherit', cwd: ROOT })
  const [code] = (await once(builder, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The web page could not be built.')
  await writeFile(MARK, newest)
  return OUTPUT
}

/** The latest modification among these files and everything below them, in milliseconds. */
async function newestChange(places: string[]): Promise<number> {
  const times = await Promise.all(
    places.map(async (place) => {
      const entry = await stat(place)
      if (!entry.isDirectory()) return Math.round(entry.mtimeMs)
      return newestChange((await readdir(place)).map((name) => path.join(place, name)))
    }),
  )
  return Math.max(0, ...times)
}
