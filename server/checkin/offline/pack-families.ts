import type { PackFamily } from '#contract/checkin/offline.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { eventDay } from '../collecting/church-day.ts'
import { selectBans, type Ban } from '../collecting/grant-store.ts'
import { mayCollect } from '../collecting/may-collect.ts'
import { ageInMonths } from '../events/age.ts'
import { selectChoices, type Choice } from '../events/portal-event-store.ts'
import { suggestClass } from '../registration/suggest-class.ts'
import { selectCare, selectFamiliesAtDoor, selectNotWith } from '../station/station-family-store.ts'
import * as store from './pack-store.ts'

export type Packing = { event: { id: string; day: string }; familyIds: string[]; at: Date }
type Child = PackFamily['family']['children'][number]
type Collector = PackFamily['collectors'][number]

/** Families with all that a station needs of them, in a handful of questions however many there are. */
export async function packFamilies(tx: Tx, { event, familyIds, at }: Packing): Promise<PackFamily[]> {
  const families = await selectFamiliesAtDoor(tx, event.id, familyIds)
  const choices = await selectChoices(tx, event.id)
  const rows = await store.selectPackChildren(tx, event.id, familyIds)
  const care = await selectCare(
    tx,
    rows.map(({ personId }) => personId),
  )
  const notWith = byFamily(await selectNotWith(tx, familyIds))
  const children = byFamily(rows)
  const codes = byFamily(await store.selectPackCodes(tx, event.id, familyIds))
  const people = byFamily(await store.selectPackPeople(tx, familyIds))
  const grants = byFamily(await store.selectPackGrants(tx, familyIds))
  const homes = byFamily(await store.selectHomePhones(tx, familyIds))
  const childIds = [...new Set(rows.map(({ personId }) => personId))]
  const bans = await selectBans(tx, { familyId: null, childIds, at })
  const today = eventDay(event.day)
  return families.map((family) => {
    const { familyId } = family
    const refused = notWith.get(familyId) ?? []
    const here = (children.get(familyId) ?? []).map((row): Child => ({
      ...childOf(row, { choices, day: event.day }),
      care: care.get(row.personId) ?? [],
      mayNotLeaveWith: [...new Set(refused.filter(isAbout(row.personId)).map(({ name }) => name))],
    }))
    const adults = people.get(familyId) ?? []
    return {
      codes: (codes.get(familyId) ?? []).map(({ code }) => code),
      phones: phonesOf(adults, homes.get(familyId) ?? []),
      family: { ...family, children: here },
      collectors: collectorsOf(adults, { grants: grants.get(familyId) ?? [], bans, children: here, today }),
    }
  })
}

const byFamily = <Row extends { familyId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ familyId }) => familyId)

const isAbout =
  (personId: string) =>
  ({ childId }: { childId: string | null }): boolean =>
    childId === null || childId === personId

function childOf(
  { personId, firstName, lastName, pictureId, classId, state, last, ...born }: store.PackChild,
  { choices, day }: { choices: Choice[]; day: string },
): Omit<Child, 'care' | 'mayNotLeaveWith'> {
  const ageMonths = ageInMonths(born, day)
  return {
    personId,
    firstName,
    lastName,
    ageMonths,
    pictureUrl: pictureUrl(pictureId),
    classId,
    suggestedClassId: suggestClass(choices, { last, ageMonths }),
    cameLastTime: last !== null,
    state,
  }
}

/** Who looks after children: parents, guardians, others. Anybody else collects by a grant only. */
const LOOKING_AFTER: readonly number[] = [1, 2, 6, 7]
const OTHER = 7

const phonesOf = (people: readonly store.PackPerson[], homes: readonly { phone: string }[]): string[] => {
  const own = people.filter(({ role }) => LOOKING_AFTER.includes(role ?? 0)).flatMap(({ phone }) => phone ?? [])
  return [...new Set([...own, ...homes.map(({ phone }) => phone)])]
}

type Asking = {
  grants: store.PackGrant[]
  bans: Ban[]
  children: readonly Child[]
  today: { day: string; weekday: number }
}

function collectorsOf(people: readonly store.PackPerson[], { grants, bans, children, today }: Asking): Collector[] {
  return people.flatMap((person) => {
    const { personId, firstName, lastName, role, phone } = person
    const held = grants.filter((grant) => grant.personId === personId)
    if (held.length === 0 && !LOOKING_AFTER.includes(role ?? 0)) return []
    const asked = [...held, ...bans.filter((ban) => ban.personId === personId)]
    const verdicts = children.map((child) => mayCollect({ role, grants: asked, childId: child.personId, ...today }))
    const note = [...new Set(held.map((grant) => grant.note).filter(Boolean))].join(' ')
    const name = `${firstName} ${lastName}`.trim()
    return [{ personId, name, role: role ?? OTHER, phone, pictureUrl: pictureUrl(person.pictureId), note, verdicts }]
  })
}
