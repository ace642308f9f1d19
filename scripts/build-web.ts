import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Rolldown } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUTPUT = path.resolve(ROOT, process.argv[2] ?? 'dist/web')
const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest)$/

// Whatever the server runs as, the page is React's production build.
process.env['NODE_ENV'] = 'production'
const { build } = await import('vite')
const { buildWorkers } = await import('./build-worker.ts')

/** `portal` is the families' page, built second into the same folder; `production` the staff's. */
async function buildPage(mode: 'production' | 'portal'): Promise<Rolldown.RolldownOutput['output']> {
  const configFile = path.join(ROOT, 'vite.config.ts')
  const built = await build({ configFile, logLevel: 'warn', mode, build: { outDir: OUTPUT } })
  if (Array.isArray(built) || !('output' in built)) throw new Error('The build gave more than one page.')
  return built.output
}

const staff = await buildPage('production')
await buildWorkers({ staff, portal: await buildPage('portal'), directory: OUTPUT })
// Compressed once, as well as it goes: the page is read on poor networks far more often than it is built.
for (const entry of await readdir(OUTPUT, { recursive: true, withFileTypes: true }))
  if (entry.isFile() && COMPRESSIBLE.test(entry.name)) await compress(path.join(entry.parentPath, entry.name))

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best))
}
