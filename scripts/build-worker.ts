import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Rolldown } from 'vite'

type Output = Rolldown.RolldownOutput['output']
type Built = { staff: Output; portal: Output; directory: string }

const ROOT = path.resolve(import.meta.dirname, '..')

/** What the station needs before it stands: its page, the door before it, and all that is said there in any language. */
const STATION = [
  /\/web\/app\/(main|guards|routes\/church-routes|tenant\/(station-)?door)\.tsx?$/,
  /\/web\/checkin\/(station|offline|labels)\//,
  /\/web\/lib\/languages\/\w\w(-inside|-checkin)?\.ts$/,
]

/**
 * Builds web/service-worker.ts beside the pages. It is told which files each door needs, so that they are kept before
 * the network goes, and a name that changes with them, so that browsers fetch the new ones.
 */
export async function buildWorker({ staff, portal, directory }: Built): Promise<void> {
  const doors = { '/checkin': assetsOf(portal), '/tenant/checkin': filesFor(staff, STATION) }
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

/** What is said elsewhere than at the portal is never asked for there. */
const OTHER_TEXTS = /\/web\/lib\/languages\/\w\w(-(?!portal)\w+)?\.ts$/

/** Everything the portal is made of but its page, which is asked for by its address. */
const assetsOf = (output: Output): string[] =>
  output
    .filter((file) => !(isChunk(file) && file.moduleIds.some((id) => OTHER_TEXTS.test(id))))
    .map(({ fileName }) => `/${fileName}`)
    .filter((file) => file.startsWith('/assets/'))

/** What must be loaded for these modules: their files, those they import at once, style sheets and the font. */
function filesFor(output: Output, modules: RegExp[]): string[] {
  const chunks = new Map(output.filter(isChunk).map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk): void => {
    if (loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.get(name) ?? chunk)
  }
  for (const chunk of chunks.values())
    if (chunk.moduleIds.some((id) => modules.some((module) => module.test(id)))) load(chunk)
  const styles = [...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const fonts = output.map(({ fileName }) => fileName).filter((file) => file.endsWith('.woff2'))
  return [...new Set([...[...loaded].map(({ fileName }) => fileName), ...styles, ...fonts])].map((file) => `/${file}`)
}
