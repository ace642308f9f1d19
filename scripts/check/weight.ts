import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/**
 * `node scripts/check/weight.ts`: builds the page in memory and weighs what each screen loads before it stands, in
 * kilobytes of gzip (1,000 bytes): the entry, the door's modules, the screen's module, and all they import.
 */
type Chunk = Rolldown.OutputChunk
type Door = { modules: string[]; kilobytes: number; requests: number }

const ROOT = process.cwd()
/** What behind each door is loaded as well, and what may be loaded in all; `{language}` is the heaviest one. */
const doors: Record<string, Door> = {
  rootRoute: { modules: [], kilobytes: 120, requests: 8 },
  tenantDoor: {
    modules: ['app/session/guards.ts', 'app/tenant/door.tsx', 'lib/languages/{language}-inside.ts'],
    kilobytes: 200,
    requests: Infinity,
  },
  stationDoor: {
    modules: ['app/session/guards.ts', 'app/tenant/station-door.tsx', 'lib/languages/{language}-inside.ts'],
    kilobytes: 200,
    requests: Infinity,
  },
  signUpDoor: { modules: ['lib/languages/{language}-signup.ts'], kilobytes: 120, requests: Infinity },
  joiningDoor: { modules: ['lib/languages/{language}-joining.ts'], kilobytes: 120, requests: Infinity },
  consoleFront: { modules: ['lib/languages/{language}-operator.ts'], kilobytes: 200, requests: Infinity },
  consoleDoor: {
    modules: ['app/console/console-guards.ts', 'app/console/console-door.tsx', 'lib/languages/{language}-operator.ts'],
    kilobytes: 200,
    requests: Infinity,
  },
  gatedDoor: {
    modules: ['app/session/guards.ts', 'app/gate/gated-door.tsx', 'lib/languages/{language}-inside.ts'],
    kilobytes: 200,
    requests: Infinity,
  },
}
const ROUTES = 'web/app/routes'
/** The families' portal is a page of its own: its screens, and what each loads. */
const PORTAL_ROUTES = 'app/portal/routes.ts'
const portal: Door = { modules: [], kilobytes: 120, requests: 8 }
/** The doors themselves are weighed with what stands behind them. */
const DOORS = /(door|crash-page|not-found-page)\.tsx$/
const BEFORE_DOORS = new Set(['rootRoute', 'signUpDoor', 'joiningDoor'])
/** The files with which a page begins, whatever its screen. */
const staffPage = { html: 'index.html', modules: ['app/main.tsx', 'lib/languages/{language}.ts'] }
const portalPage = { html: 'portal.html', modules: ['app/portal/main.tsx', 'lib/languages/{language}-portal.ts'] }
type Page = typeof staffPage & { output: Output; chunks: Map<string, Chunk> }
type Output = Rolldown.RolldownOutput['output']
/** What the screens of an area say, loaded with them; the first folder that fits counts. */
const AREA_TEXTS = {
  'people/': 'people',
  'checkin/station/': 'station',
  'checkin/': 'checkin',
  'messaging/': 'messaging',
  'billing/': 'billing',
  'identity/': 'church',
  'app/dashboard/': 'home',
}
/** Set before the first paint; a file of its own, as it is. */
const FIRST_SCRIPT = 'web/public/scheme.js'

const gzipped = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length

async function weigh(): Promise<boolean> {
  const [staff, families] = [await openPage(staffPage, 'production'), await openPage(portalPage, 'portal')]
  const rows = [
    ...screens().map(({ door, module }) => weighScreen({ page: staff, door, module, limit: doorOf(door) })),
    ...portalScreens().map((module) => weighScreen({ page: families, door: 'portal', module, limit: portal })),
  ]
  for (const { screen, kilobytes, requests, limit } of rows)
    console.log(
      `${screen.padEnd(34)} ${told(kilobytes, limit.kilobytes)} kB   ${told(requests, limit.requests)} requests`,
    )
  return rows.every(({ kilobytes, requests, limit }) => kilobytes <= limit.kilobytes && requests <= limit.requests)
}

async function openPage(page: typeof staffPage, mode: 'production' | 'portal'): Promise<Page> {
  const output = await buildPage(mode)
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  return { ...page, output, chunks }
}

function doorOf(door: string): Door {
  const known = doors[door]
  if (!known) throw new Error(`What stands behind ${door} is not known to scripts/check/weight.ts.`)
  return known
}

const told = (is: number, most: number): string =>
  `${String(is).padStart(5)}${most === Infinity ? '' : ` of ${most}${is > most ? ' TOO MUCH' : ''}`}`

async function buildPage(mode: 'production' | 'portal'): Promise<Output> {
  process.env['NODE_ENV'] = 'production'
  const built = await build({
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    mode,
    build: { write: false },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('The build gave more than one page.')
  return built.output
}

/** Every screen of the router, with the door behind which it stands. */
function screens(): { door: string; module: string }[] {
  const files = ['app/router.tsx', ...readdirSync(path.join(ROOT, ROUTES)).map((file) => `app/routes/${file}`)]
  const found = files.flatMap(screensOf)
  if (found.length === 0) throw new Error('The router names no screen that could be weighed.')
  return found
}

function screensOf(file: string): { door: string; module: string }[] {
  const source = readFileSync(path.join(ROOT, 'web', file), 'utf8')
  return [...source.matchAll(/getParentRoute: \(\) => (\w+)(?:(?!createRoute)[^])*?import\('([^']+)'\)/g)]
    .map(([, door = '', module = '']) => ({ door, module: path.posix.join(path.dirname(file), module) }))
    .filter(({ module }) => !DOORS.test(module))
}

/** Every screen of the families' portal. */
function portalScreens(): string[] {
  const source = readFileSync(path.join(ROOT, 'web', PORTAL_ROUTES), 'utf8')
  const found = [...source.matchAll(/import\('([^']+)'\)/g)].map(([, module = '']) =>
    path.posix.join(path.dirname(PORTAL_ROUTES), module),
  )
  if (found.length === 0) throw new Error('The portal names no screen that could be weighed.')
  return [...new Set(found)]
}

/** What the page names and the browser leaves for later: the manifest, and the icons of the home screen. */
const FOR_LATER = /<link\s[^>]*rel="(?:manifest|apple-touch-icon|icon)"[^>]*>/g

/** Every file that the page itself names. */
function namedBy({ html, output }: Page): string[] {
  const page = output.find(({ fileName }) => fileName === html)
  if (page?.type !== 'asset') throw new Error(`The build gave no ${html}.`)
  const source = String(page.source).replaceAll(FOR_LATER, '')
  return [...source.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((hit) => hit[1] ?? '')
}

type Weighed = { screen: string; kilobytes: number; requests: number; limit: Door }
type Weighing = { page: Page; door: string; module: string; limit: Door }

function weighScreen({ page, door, module, limit }: Weighing): Weighed {
  const { chunks } = page
  const language = heaviestLanguage(page)
  const [, area] = Object.entries(AREA_TEXTS).find(([folder]) => module.startsWith(folder)) ?? []
  const isStaffs = !BEFORE_DOORS.has(door) && page.html === staffPage.html
  const texts = area && isStaffs ? [`lib/languages/{language}-${area}.ts`] : []
  const modules = [...page.modules, ...texts, ...limit.modules, module].map((name) =>
    name.replace('{language}', language),
  )
  const loaded = withImports(
    modules.map((name) => chunkOf(name, chunks)),
    chunks,
  )
  const styles = loaded.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const files = new Set([
    ...namedBy(page),
    ...loaded.map(({ fileName }) => `/${fileName}`),
    ...styles.map((file) => `/${file}`),
  ])
  const bytes = loaded.reduce(
    (sum, { code }) => sum + gzipped(code),
    gzipped(readFileSync(path.join(ROOT, FIRST_SCRIPT))),
  )
  // The page itself is a request too.
  return {
    screen: `${door} ${path.basename(module, '.tsx')}`,
    kilobytes: Math.round(bytes / 100) / 10,
    requests: files.size + 1,
    limit,
  }
}

function chunkOf(module: string, chunks: Map<string, Chunk>): Chunk {
  const id = path.join(ROOT, 'web', module)
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id))
  if (!chunk) throw new Error(`${module} is in no file of the page.`)
  return chunk
}

function withImports(wanted: Chunk[], chunks: Map<string, Chunk>, loaded = new Set<Chunk>()): Chunk[] {
  for (const chunk of wanted) {
    if (loaded.has(chunk)) continue
    loaded.add(chunk)
    withImports(
      chunk.imports.flatMap((name) => chunks.get(name) ?? []),
      chunks,
      loaded,
    )
  }
  return [...loaded]
}

/** The texts that every screen behind the page's doors needs say which language weighs most. */
function heaviestLanguage({ html, chunks }: Page): string {
  const place = html === portalPage.html ? 'portal' : 'inside'
  const loaders = [...chunks.values()].flatMap((chunk) =>
    chunk.moduleIds.map((id) => ({ chunk, tag: new RegExp(`languages/(\\w\\w)-${place}\\.ts$`).exec(id)?.[1] })),
  )
  const weights = loaders.flatMap(({ chunk, tag }) => (tag ? [{ tag, bytes: gzipped(chunk.code) }] : []))
  const heaviest = weights.sort((one, other) => other.bytes - one.bytes)[0]
  if (!heaviest) throw new Error('The page speaks no language.')
  return heaviest.tag
}

const hasPage = existsSync(path.join(ROOT, 'web/index.html'))
if (!hasPage) console.log('No page here.')
process.exitCode = !hasPage || (await weigh()) ? 0 : 1
