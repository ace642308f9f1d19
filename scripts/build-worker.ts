import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { stationModules, stationPlaces } from '../web/app/chunks.ts'
import { languages } from '../web/languages/languages.ts'
import { places } from '../web/languages/places.ts'
import { catalogFiles, namedIn } from './page-modules.ts'

type Output = Rolldown.RolldownOutput['output']
type Built = { staff: Output; portal: Output; directory: string }

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * Builds web/service-worker.ts beside the pages. It is told which files each door needs, so that they are kept before
 * the network goes, and a name that changes with them, so that browsers fetch the new ones.
 */
export async function buildWorker({ staff, portal, directory }: Built): Promise<void> {
  const doors = { '/checkin': assetsOf(portal), '/tenant/checkin': filesFor(staff, isOfStation()) }
  const name = createHash('sha256').update(JSON.stringify(doors)).digest('base64url').slice(0, 8)
  await build({
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
          entryFileNames: 'service-worker.js',
          intro: `self.narthex=${JSON.stringify({ build: name, doors })};`,
        },
      },
    },
  })
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
