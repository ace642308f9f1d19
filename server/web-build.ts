import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUTPUT = path.join(ROOT, 'dist/web')
const MARK = path.join(OUTPUT, '.built-from')
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/** Builds the web page when it is missing or older than its sources, and answers where it lies. */
export async function buildWebPage(): Promise<string> {
  const newest = await newestChange(SOURCES.map((source) => path.join(ROOT, source)))
  if (existsSync(MARK) && (await readFile(MARK, 'utf8')) === String(newest)) return OUTPUT
  console.log('Building the web page…')
  const { build } = await import('vite')
  await build({ configFile: path.join(ROOT, 'vite.config.ts'), logLevel: 'warn', mode: 'production' })
  await compressAll(OUTPUT)
  await writeFile(MARK, String(newest))
  return OUTPUT
}

/** The latest modification among these files and everything below them, in milliseconds. */
async function newestChange(places: string[]): Promise<number> {
  const times = await Promise.all(
    places.map(async (place) => {
      const { mtimeMs, isDirectory } = await stat(place).then((entry) => ({ mtimeMs: entry.mtimeMs, isDirectory: entry.isDirectory() }))
      if (!isDirectory) return Math.round(mtimeMs)
      return newestChange((await readdir(place)).map((name) => path.join(place, name)))
    }),
  )
  return Math.max(0, ...times)
}

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest)$/

/** Compresses once, as well as it goes: the page is read on poor networks far more often than it is built. */
async function compressAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}
