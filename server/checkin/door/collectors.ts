import type { Collection, Verdict } from '#contract/checkin/station.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import {
  eventDay,
  mayCollect,
  selectBans,
  selectGrants,
  selectPeopleOf,
  type PersonOfFamily,
  type StoredGrant,
} from '../families/index.ts'
import { visitsAt } from './release-children.ts'

type Collector = Collection['collectors'][number]

/** Who looks after children: parents, guardians, others. Anybody else collects by a grant only. */
const LOOKING_AFTER: readonly number[] = [1, 2, 6, 7]
const OTHER = 7

/** `day`: of the event. */
type When = { eventId: string; day: string; at: Date }

/** Children who are here, and the family by whose registration; null: that was removed. */
type FamilyHere = { familyId: string | null; childIds: readonly string[] }

/**
 * Whoever may, or may not, take children home at this moment, by family: parents first, each with what the rule says of every
 * child named for the family, in their order. As few questions however many families there are.
 */
export async function collectorsOf(
  tx: Tx,
  families: readonly FamilyHere[],
  { eventId, day, at }: When,
): Promise<Map<string | null, Collector[]>> {
  const familyIds = families.flatMap(({ familyId }) => familyId ?? [])
  const here = families.flatMap(({ familyId, childIds }) => childIds.map((childId) => ({ childId, familyId })))
  const people = Map.groupBy(await selectPeopleOf(tx, familyIds, at), ({ familyId }) => familyId)
  const stored = await selectGrants(tx, familyIds, at)
  const grants = Map.groupBy(stored, ({ familyId }) => familyId)
  const bans = Map.groupBy(await selectBans(tx, here, at), ({ personId }) => personId)
  const visitOf = await visitsAt(tx, { eventId, childIds: here.map(({ childId }) => childId), grants: stored })
  const today = eventDay(day)
  const inFamily = ({ familyId, childIds }: FamilyHere): Collector[] => {
    if (familyId === null) return []
    return (people.get(familyId) ?? []).flatMap((person) => {
      const held = (grants.get(familyId) ?? []).filter(({ personId }) => personId === person.personId)
      if (held.length === 0 && !LOOKING_AFTER.includes(person.role ?? 0)) return []
      const said = [...held, ...(bans.get(person.personId) ?? [])]
      const ask = (childId: string): Verdict =>
        mayCollect({ role: person.role, grants: said, childId, ...today, visit: visitOf(childId) })
      return [collectorOf(person, held, childIds.map(ask))]
    })
  }
  return new Map(families.map((family) => [family.familyId, inFamily(family)]))
}

function collectorOf(
  { personId, firstName, lastName, role, phone, pictureId }: PersonOfFamily,
  held: readonly StoredGrant[],
  verdicts: Collector['verdicts'],
): Collector {
  const notes = [...new Set(held.map(({ note }) => note).filter(Boolean))]
  return {
    personId,
    name: `${firstName} ${lastName}`.trim(),
    role: role ?? OTHER,
    phone,
    pictureUrl: pictureUrl(pictureId),
    note: notes.join(' '),
    verdicts,
  }
}
