import type { Import } from './imports.ts'

/** Each server area and the areas it may use. */
const serverDirections: Record<string, readonly string[]> = {
  platform: [],
  identity: ['platform'],
  people: ['platform', 'identity'],
  billing: ['platform', 'identity', 'people'],
  messaging: ['platform', 'identity', 'people', 'billing'],
  checkin: ['platform', 'identity', 'people', 'messaging'],
  followup: ['platform', 'identity', 'people', 'billing', 'messaging', 'checkin'],
  dashboard: ['platform', 'identity', 'people', 'billing', 'messaging', 'checkin', 'followup'],
  operator: ['platform', 'identity', 'people', 'billing', 'messaging'],
}

/** What joins the areas together may look into all of them. */
const SERVER_WIRING =
  /^server\/((app|backup|distribute|operator-command|restore|run-server|run-worker|start|start-all|with-owner)\.ts|(built|main|worker)\.mjs|demo\/|test-kit\/)/
const TEST = /\.test\.tsx?$/

/** Imports by a path that it works out only what is built, of sources that are proved themselves. */
const LOADER = 'server/built.mjs'

/** What every area of the web may use, and what each of them may use: `web/ui` knows no church. */
const webFloors: Record<string, readonly string[]> = {
  device: [],
  routing: [],
  languages: ['device'],
  api: ['device'],
  ui: ['device', 'languages', 'api'],
  session: ['device', 'languages', 'api'],
  lists: ['device', 'languages', 'api'],
}

/** Why this file may not import that one; undefined when it may. */
export function refusal(from: string, imported: Import): string | undefined {
  const layer = layerOf(from)
  if (imported.specifier === null && layer !== 'other' && !TEST.test(from) && from !== LOADER)
    return 'write the path of a dynamic import out, so that the boundaries can be proved'
  if (imported.target === null) return refusedPackage(from, imported)
  const [to, name] = [imported.target, layerOf(imported.target)]
  if (layer === 'other') return undefined
  return (
    refusedLayer(from, to, imported.dynamic) ?? (TEST.test(from) || name !== layer ? undefined : refusedArea(from, to))
  )
}

const layerOf = (path: string): string => /^(contract|server|web|sandbox)\//.exec(path)?.[1] ?? 'other'

function refusedPackage(from: string, { specifier }: Import): string | undefined {
  if (layerOf(from) !== 'contract' || TEST.test(from)) return undefined
  return specifier === 'zod' || specifier?.startsWith('zod/')
    ? undefined
    : `contract imports only zod and itself, not ${specifier}`
}

/** contract ← web, contract ← server; the sandbox stands alone. */
function refusedLayer(from: string, to: string, dynamic: boolean): string | undefined {
  const [layer, target] = [layerOf(from), layerOf(to)]
  if (layer === target) return undefined
  const refused = `${layer} may not import ${to}`
  if (layer === 'web') return target === 'contract' && !from.startsWith('web/ui/') ? undefined : refused
  // The station's engine knows no screen: it is proved against the server itself.
  if (layer === 'server' && target === 'web')
    return (TEST.test(from) || from.startsWith('server/test-kit/')) && to.startsWith('web/checkin/offline/')
      ? undefined
      : refused
  if (TEST.test(from)) return undefined
  if (layer === 'server') return target === 'contract' || mayStartSandbox(from, target, dynamic) ? undefined : refused
  return refused
}

const mayStartSandbox = (from: string, target: string, dynamic: boolean): boolean =>
  target === 'sandbox' && (from.startsWith('server/test-kit/') || (from.startsWith('server/demo/') && dynamic))

function refusedArea(from: string, to: string): string | undefined {
  if (from.startsWith('server/')) return SERVER_WIRING.test(from) ? undefined : refusedServerArea(from, to)
  return from.startsWith('web/') ? refusedWebArea(from, to) : undefined
}

function refusedServerArea(from: string, to: string): string | undefined {
  const [area, target] = [areaOf(from), areaOf(to)]
  if (area === target) return undefined
  if (!serverDirections[area]?.includes(target)) return `server/${area} may not import server/${target}`
  if (isFrontDoor(to, target)) return undefined
  return `server/${target} is entered only by ${target === 'platform' ? "its folders' index.ts" : 'its index.ts'}, not by ${to}`
}

function isFrontDoor(to: string, area: string): boolean {
  if (area === 'platform') return /^server\/platform\/([^/]+\.ts|[^/]+\/index\.ts)$/.test(to)
  return to === `server/${area}/index.ts`
}

function refusedWebArea(from: string, to: string): string | undefined {
  const [area, target] = [areaOf(from), areaOf(to)]
  if (area === target || area === 'app' || area.includes('.')) return undefined
  const floors = webFloors[area] ?? Object.keys(webFloors)
  if (floors.includes(target)) return undefined
  return area in webFloors
    ? `every area stands on web/${area}: it may not import web/${target}`
    : `web/${area} may not import web/${target}: web/app joins the areas`
}

/** `server/people/store.ts` → people; a file at the layer's root is called by its name. */
const areaOf = (path: string): string => path.split('/')[1] ?? ''
