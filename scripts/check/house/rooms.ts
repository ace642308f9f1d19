import { findCycles } from './cycles.ts'
import type { Import } from './imports.ts'
import { isTest, type Finding } from './sources.ts'

/**
 * The sub-area of a file, `server/checkin/door`: a folder of an area, with all that is in it. Undefined for what joins an
 * area's sub-areas together and for what has none.
 */
export function roomOf(path: string): string | undefined {
  const [layer = '', area = '', ...within] = path.split('/')
  if ((layer !== 'server' && layer !== 'web') || PLAIN.has(`${layer}/${area}`) || within.length < 2) return undefined
  // The portal is a page of its own with sub-areas of its own.
  if (area === 'checkin' && within[0] === 'portal')
    return within.length < 3 ? undefined : path.split('/').slice(0, 4).join('/')
  return path.split('/').slice(0, 3).join('/')
}

/** Folders without sub-areas of this kind: what joins areas together, and what has rules of its own. */
const PLAIN = new Set([
  'server/platform',
  'server/migrations',
  'server/test-kit',
  'server/api-tests',
  'server/demo',
  'web/public',
])

/** A sub-area of the server is entered by its `index.ts` only; no ring of sub-areas, on either side. */
export function findRoomFaults(imports: ReadonlyMap<string, readonly Import[]>): Finding[] {
  const rooms = new Map<string, Import[]>()
  const findings: Finding[] = []
  for (const [from, list] of imports) {
    if (isTest(from)) continue
    const room = roomOf(from)
    for (const one of list) {
      const target = one.target === null ? undefined : roomOf(one.target)
      if (one.target === null || target === undefined || target === room) continue
      if (isSecretWay(from, one.target, target))
        findings.push({
          file: from,
          line: one.line,
          rule: 'front-door',
          message: `enter ${target} by its index.ts, not by ${one.target}`,
        })
      if (room) rooms.set(room, [...(rooms.get(room) ?? []), { ...one, target }])
    }
  }
  // Rooms that need nothing are rooms too.
  for (const list of rooms.values())
    for (const { target } of list) if (target && !rooms.has(target)) rooms.set(target, [])
  return [...findings, ...findCycles(rooms).map(ringFinding)]
}

const isSecretWay = (from: string, to: string, room: string): boolean =>
  to.startsWith('server/') && from.split('/')[1] === room.split('/')[1] && to !== `${room}/index.ts`

const ringFinding = (ring: string[]): Finding => ({
  file: `${ring[0]}/index.ts`,
  line: 1,
  rule: 'no-ring',
  message: `these sub-areas need each other: ${ring.join(' → ')}`,
})
