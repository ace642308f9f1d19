import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { languages } from '../../web/languages/languages.ts'
import { places, portalPlaces, type Place } from '../../web/languages/places.ts'
import { catalogFiles } from '../page-modules.ts'
import { parseModule } from './house/sources.ts'
import { portalScreensOf, screensOf, type Screen } from './screens.ts'

/**
 * `node scripts/check/weight.ts`: builds the page in memory and weighs what each screen loads before it stands, in
 * kilobytes of gzip (1,000 bytes): the entry, the door's modules, the screen's module, and all they import.
 */
type Chunk = Rolldown.OutputChunk
type Door = { modules: string[]; places: Place[]; kilobytes: number; requests: number }

const ROOT = process.cwd()
/** What behind each door is loaded as well, the texts of these places included, and what may be loaded in all. */
const doors: Record<string, Door> = {
  rootRoute: { modules: [], places: [], kilobytes: 120, requests: 8 },
  tenantDoor: {
    modules: ['app/session/guards.ts', 'app/tenant/door.tsx'],
    places: ['inside'],
    kilobytes: 200,
    requests: Infinity,
  },
  stationDoor: {
    modules: ['app/session/guards.ts', 'app/tenant/station-door.tsx'],
    places: ['inside'],
    kilobytes: 200,
    requests: Infinity,
  },
  signUpDoor: { modules: [], places: ['signup'], kilobytes: 120, requests: Infinity },
  joiningDoor: { modules: [], places: ['joining'], kilobytes: 120, requests: Infinity },
  consoleFront: { modules: [], places: ['operator'], kilobytes: 200, requests: Infinity },
  consoleDoor: {
    modules: ['app/console/console-guards.ts', 'app/console/console-door.tsx'],
    places: ['operator'],
    kilobytes: 200,
    requests: Infinity,
  },
  gatedDoor: {
    modules: ['app/session/guards.ts', 'app/gate/gated-door.tsx'],
    places: ['inside'],
    kilobytes: 200,
    requests: Infinity,
  },
}
const ROUTES = 'web/app/routes'
/** The families' portal is a page of its own: its screens, and what each loads. */
const PORTAL_ROUTES = 'app/portal/routes.ts'
const portal: Door = { modules: [], places: [], kilobytes: 120, requests: 8 }
const BEFORE_DOORS = new Set(['rootRoute', 'signUpDoor', 'joiningDoor'])
/** The files with which a page begins, whatever its screen. */
type Entry = { html: string; main: string; texts: readonly string[] }
const staffPage: Entry = { html: 'index.html', main: 'app/main.tsx', texts: places.before }
const portalPage: Entry = { html: 'portal.html', main: 'app/portal/main.tsx', texts: portalPlaces.before }
type Page = Entry & { output: Output; chunks: Map<string, Chunk> }
type Output = Rolldown.RolldownOutput['output']
/** What the screens of an area say, loaded with them; the first folder that fits counts. */
const AREA_TEXTS: Record<string, Place> = {
  'people/': 'people',
  'checkin/station/': 'station',
  'checkin/': 'checkin',
  'messaging/push/one-page': 'pushReport',
  'messaging/push/': 'push',
  'messaging/report/': 'reports',
  'messaging/replies/': 'replies',
  'messaging/scheduled/': 'scheduled',
  'messaging/email': 'email',
  'messaging/sent/': 'reports',
  'messaging/': 'messaging',
  'billing/': 'billing',
  'operator/account/': 'installation',
  'operator/changes/': 'installation',
  'operator/health/': 'installation',
  'operator/log/': 'installation',
  'operator/operators/': 'installation',
  'operator/payments/': 'payments',
  'operator/prices/': 'installation',
  'operator/routes/': 'installation',
  'operator/settings/': 'installation',
  'identity/': 'church',
  'app/dashboard/': 'home',
}
/** What edits the text blocks of an email is loaded with the first of them. */
const EDITOR = { of: '/node_modules/prosemirror-', kilobytes: 80 }
/** A script that stands in the page. */
const IN_PAGE = /<script>(.*?)<\/script>/gs

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
  const editor = weighEditor(staff)
  console.log(`${'the editor of text blocks'.padEnd(34)} ${told(editor, EDITOR.kilobytes)} kB`)
  const screensFit = rows.every(
    ({ kilobytes, requests, limit }) => kilobytes <= limit.kilobytes && requests <= limit.requests,
  )
  return screensFit && editor <= EDITOR.kilobytes
}

/** All files in which something of the editor is. */
function weighEditor({ chunks }: Page): number {
  const parts = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some((id) => id.includes(EDITOR.of)))
  if (parts.length === 0) throw new Error('The editor of text blocks is in no file of the page.')
  return Math.round(parts.reduce((sum, { code }) => sum + gzipped(code), 0) / 100) / 10
}

async function openPage(page: Entry, mode: 'production' | 'portal'): Promise<Page> {
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

const parsed = (file: string) => parseModule({ path: file, text: readFileSync(path.join(ROOT, 'web', file), 'utf8') })

/** Every screen of the router, with the door behind which it stands. */
function screens(): Screen[] {
  const files = ['app/router.tsx', ...readdirSync(path.join(ROOT, ROUTES)).map((file) => `app/routes/${file}`)]
  const found = screensOf(files.map(parsed))
  if (found.length === 0) throw new Error('The router names no screen that could be weighed.')
  return found
}

/** Every screen of the families' portal. */
function portalScreens(): string[] {
  const found = portalScreensOf(parsed(PORTAL_ROUTES))
  if (found.length === 0) throw new Error('The portal names no screen that could be weighed.')
  return found
}

/** What the page names and the browser leaves for later: the manifest, and the icons of the home screen. */
const FOR_LATER = /<link\s[^>]*rel="(?:manifest|apple-touch-icon|icon)"[^>]*>/g

function sourceOf({ html, output }: Page): string {
  const page = output.find(({ fileName }) => fileName === html)
  if (page?.type !== 'asset') throw new Error(`The build gave no ${html}.`)
  return String(page.source)
}

/** Every file that the page itself names. */
function namedBy(page: Page): string[] {
  const source = sourceOf(page).replaceAll(FOR_LATER, '')
  return [...source.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((hit) => hit[1] ?? '')
}

type Weighed = { screen: string; kilobytes: number; requests: number; limit: Door }
type Weighing = { page: Page; door: string; module: string; limit: Door }

function weighScreen({ page, door, module, limit }: Weighing): Weighed {
  const { chunks } = page
  const [, area] = Object.entries(AREA_TEXTS).find(([folder]) => module.startsWith(folder)) ?? []
  const isStaffs = !BEFORE_DOORS.has(door) && page.html === staffPage.html
  const entered = [...limit.places, ...(area && isStaffs ? [area] : [])]
  const modules = [page.main, ...limit.modules, module].map((name) => path.join(ROOT, 'web', name))
  const texts = heaviestOf([...page.texts, ...entered.flatMap((place) => [...places[place]])], chunks)
  const loaded = withImports(
    [...new Set([...modules, ...texts])].map((id) => chunkOf(id, chunks)),
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
    gzipped([...sourceOf(page).matchAll(IN_PAGE)].map(([, script]) => script).join('')),
  )
  // The page itself is a request too.
  return {
    screen: `${door} ${path.basename(module, '.tsx')}`,
    kilobytes: Math.round(bytes / 100) / 10,
    requests: files.size + 1,
    limit,
  }
}

function chunkOf(id: string, chunks: Map<string, Chunk>): Chunk {
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id))
  if (!chunk) throw new Error(`${path.relative(ROOT, id)} is in no file of the page.`)
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

/** These catalogs in the language in which they weigh most. */
function heaviestOf(names: readonly string[], chunks: Map<string, Chunk>): string[] {
  const spoken = Object.keys(languages).map((language) => {
    const files = catalogFiles(language, names)
    const inChunks = new Set(files.map((file) => chunkOf(file, chunks)))
    return { files, bytes: [...inChunks].reduce((sum, { code }) => sum + gzipped(code), 0) }
  })
  return spoken.reduce((most, one) => (one.bytes > most.bytes ? one : most)).files
}

const hasPage = existsSync(path.join(ROOT, 'web/index.html'))
if (!hasPage) console.log('No page here.')
process.exitCode = !hasPage || (await weigh()) ? 0 : 1
