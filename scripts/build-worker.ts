import { createHash } from 'node:crypto'
import path from 'node:path'
import { build as bundle, type Rolldown } from 'vite'
import { stationModules, stationPlaces } from '../web/app/chunks.ts'
import { languages } from '../web/languages/languages.ts'
import { places } from '../web/languages/places.ts'
import { catalogFiles, namedIn } from './page-modules.ts'

type Output = Rolldown.RolldownOutput['output']
type Built = { staff: Output; portal: Output; directory: string }
type Doors = Record<string, string[]>

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * Builds web/service-worker.ts beside the pages, once for each of them. It is told which files each door needs, so that they
 * are kept before the network goes, and a name that changes with them, so that browsers fetch the new ones. That of the
 * portal brings along whatever its page has not loaded at once: on a first visit each file would be a request.
 */
export async function buildWorkers({ staff, portal, directory }: Built): Promise<void> {
  const [own, page] = [ownFileOf(portal, 'portal.html'), pageOf(portal, 'portal.html')]
  const carried = portal.filter(isChunk).filter(({ fileName }) => !page.includes(fileName))
  await buildWorker('portal-worker.js', directory, { '/checkin': [own, ...assetsOf(portal)] }, carried)
  const station = [ownFileOf(staff, 'index.html'), ...filesFor(staff, isOfStation())]
  await buildWorker('service-worker.js', directory, { '/tenant/checkin': station }, [])
}

async function buildWorker(
  fileName: string,
  directory: string,
  all: Doors,
  brought: Rolldown.OutputChunk[],
): Promise<void> {
  const doors = Object.fromEntries(Object.entries(all).map(([door, files]) => [door, [...new Set(files)]]))
  const carried = Object.fromEntries(brought.map((chunk) => [`/${chunk.fileName}`, chunk.code]))
  const build = createHash('sha256').update(JSON.stringify(doors)).digest('base64url').slice(0, 8)
  await bundle({
    configFile: false,
    root: path.join(ROOT, 'web'),
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(ROOT, 'web/service-worker.ts'),
        output: {
          format: 'iife',
          entryFileNames: fileName,
          intro: `self.narthex=${JSON.stringify({ build, doors, carried })};`,
        },
      },
    },
  })
}

function pageOf(output: Output, fileName: string): string {
  const page = output.find((file) => file.fileName === fileName)
  if (page?.type !== 'asset') throw new Error(`The build gave no ${fileName}.`)
  return String(page.source)
}

/** The script that a page begins with: it names every other file, so that its name tells one build from another. */
function ownFileOf(output: Output, page: string): string {
  const own = [...pageOf(output, page).matchAll(/<script [^>]*src="([^"]+)"/g)].at(-1)?.[1]
  if (own === undefined) throw new Error(`${page} names no script.`)
  return own
}

const isChunk = (file: Output[number]): file is Rolldown.OutputChunk => file.type === 'chunk'

/** What the station needs before it stands, and all that is said there in any language. */
function isOfStation(): (id: string) => boolean {
  const isNamed = namedIn(stationModules)
  const spoken = Object.keys(languages).flatMap((language) =>
    catalogFiles(
      language,
      stationPlaces.flatMap((place) => [...places[place]]),
    ),
  )
  return (id) => isNamed(id) || spoken.includes(id)
}

/** Everything the portal is made of but its page, which is asked for by its address. */
const assetsOf = (output: Output): string[] =>
  output.map(({ fileName }) => `/${fileName}`).filter((file) => file.startsWith('/assets/'))

/** What must be loaded for these modules: their files, those they import at once, style sheets and the font. */
function filesFor(output: Output, isWanted: (id: string) => boolean): string[] {
  const chunks = new Map(output.filter(isChunk).map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk): void => {
    if (loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.get(name) ?? chunk)
  }
  for (const chunk of chunks.values()) if (chunk.moduleIds.some(isWanted)) load(chunk)
  const styles = [...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const fonts = output.map(({ fileName }) => fileName).filter((file) => file.endsWith('.woff2'))
  return [...new Set([...[...loaded].map(({ fileName }) => fileName), ...styles, ...fonts])].map((file) => `/${file}`)
}
