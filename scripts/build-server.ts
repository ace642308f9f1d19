import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'

/** Builds the server and the worker into a folder that server/built.mjs names: `node scripts/build-server.ts <folder>`. */
const ROOT = path.resolve(import.meta.dirname, '..')
const [folder = ''] = process.argv.slice(2)
const builds = path.dirname(folder)
const unfinished = `${folder}.${process.pid}`

/** Packages that only rare acts load, and native ones: they stay where npm put them. */
const APART = [
  'fontkit',
  'nodemailer',
  'papaparse',
  'pdfkit',
  'postal-mime',
  'react',
  'react-dom',
  'read-excel-file',
  'sanitize-html',
  'sharp',
  'smtp-server',
  'stripe',
  'web-push',
  'yazl',
]
/** So many builds stay: a server of the one before may still run from it, and loads some of it later. */
const KEPT = 2
const LEFT_BEHIND_MS = 600_000
/** How the compression asks whether an answer is one of fetch. */
const ASKED = 'obj instanceof Response'

/**
 * What a program loads at its start comes in a file for each package and each of these rooms, the lowest first, so that none needs a
 * later one: compiling 3 MB in one piece leaves the process 16 MB that it never uses again. What a process of fewer parts loads too
 * stands in files of its own.
 */
const ROOMS = ['contract', 'server/platform', 'server/identity', 'server/people', 'server/messaging', 'server/checkin']
const groups = [
  { name: packageOf, debugName: 'packages', test: /\/node_modules\// },
  ...ROOMS.map((room) => ({ name: room.replace('/', '-'), test: new RegExp(`/${room}/`) })),
].map((group) => ({ ...group, tags: ['$initial' as const], entriesAware: true }))

const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: { 'run-server': 'server/run-server.ts', 'run-worker': 'server/run-worker.ts' },
  external: new RegExp(`^(${APART.join('|')})(/|$)`),
  plugins: [ownPlaces(), plainLetters(), withoutFetch()],
  logLevel: 'warn',
})
await bundle.write({
  dir: unfinished,
  entryFileNames: '[name].js',
  chunkFileNames: ({ name }) => `${name.split('~')[0]}-[hash].js`,
  charset: 'ascii',
  comments: false,
  codeSplitting: { groups },
  // Names stay, for whoever reads a stack.
  minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true } },
})
await bundle.close()
putInPlace()
removeOld()

/** Whatever a source finds beside itself it finds there still, except programs of its own, which are built too. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    transform(code, id) {
      if (!code.includes('import.meta.') || id.startsWith('\0') || id.includes('node_modules')) return null
      const source = path.relative(unfinished, id)
      const built = code.replaceAll(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, (_all, program: string) => {
        const name = `${path.basename(program)}.js`
        this.emitFile({ type: 'chunk', id: path.resolve(path.dirname(id), `${program}.ts`), fileName: name })
        return `new URL('./${name}', import.meta.url)`
      })
      if (built !== code) return { code: built }
      return {
        code: code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path.dirname(source)}')`)
          .replaceAll('import.meta.url', `new URL('${source}', import.meta.url)`),
      }
    },
  }
}

/**
 * One letter beyond ASCII makes the whole text of a file take twice its memory. The bundler leaves those of tagged templates,
 * where an escape says the same unless the tag reads what is written.
 */
function plainLetters(): Plugin {
  return {
    name: 'plain-letters',
    transform(code, id) {
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(code.replaceAll(/\$\{'[^']*'\}/g, '')))
        throw new Error(`${id}: String.raw holds a letter beyond ASCII; write it as \${'…'}.`)
    },
    renderChunk: {
      order: 'post',
      handler: (code) =>
        code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
  }
}

/**
 * The compression asks of every answer whether it is one of fetch, and the first such question loads all of fetch: 16 MB.
 * Asked as Fastify asks it, it loads nothing.
 */
function withoutFetch(): Plugin {
  return {
    name: 'without-fetch',
    transform(code, id) {
      if (!id.endsWith('@fastify/compress/lib/utils.js')) return null
      if (!code.includes(ASKED))
        throw new Error(`${id} asks otherwise than by "${ASKED}": look whether it loads fetch.`)
      return { code: code.replace(ASKED, "Object.prototype.toString.call(obj) === '[object Response]'") }
    },
  }
}

function packageOf(id: string): string | null {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]?.replace('@', '').replace('/', '-') ?? null
}

/** Two that build at once make the same: the first one's stays. */
function putInPlace(): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function removeOld(): void {
  const there = readdirSync(builds)
    .map((name) => ({ place: path.join(builds, name), at: statSync(path.join(builds, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at)
  const [whole, parts] = [there.filter(isWhole), there.filter((one) => !isWhole(one))]
  const left = parts.filter(({ at }) => at < Date.now() - LEFT_BEHIND_MS)
  for (const { place } of [...whole.slice(KEPT), ...left]) rmSync(place, { recursive: true, force: true })
}

/** The name of one that is being made has a dot. */
function isWhole({ place }: { place: string }): boolean {
  return path.extname(place) === ''
}
