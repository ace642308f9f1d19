import type { Session } from '#contract/identity/session.ts'
import { paths } from '../../routing/paths.ts'
import { can } from '../../session/session.ts'

/** Where somebody works whom the dashboard has nothing to tell; undefined: the dashboard has. */
export function workplaceOf(session: Session): typeof paths.station | typeof paths.classes | undefined {
  const reads = ['people.read', 'messages.read', 'billing.read'] as const
  if (reads.some((ability) => can(session, ability))) return undefined
  if (can(session, 'checkin.self_service')) return paths.station
  return can(session, 'checkin.class') ? paths.classes : undefined
}

/** Children who are in their classes are looked after and handed over whatever is still to be paid. */
export const standsWhileGated = (address: string): boolean => address.startsWith(paths.station)
