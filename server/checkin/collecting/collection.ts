import type { Collection } from '#contract/checkin/station.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { eventDay } from './church-day.ts'
import { selectCollected, type CollectedChild, type CollectionHead } from './collection-store.ts'
import { selectBans, selectGrants, selectPeopleOf, type PersonOfFamily, type StoredGrant } from './grant-store.ts'
import { mayCollect } from './may-collect.ts'

type At = { eventId: string; /** Of the event. */ day: string; at: Date; codeShown: boolean }

/** Who looks after children: parents, guardians, others. Anybody else collects by a grant only. */
const LOOKING_AFTER: readonly number[] = [1, 2, 6, 7]

/** The children of a registration and whoever may, or may not, take each of them home at this moment. */
export async function collectionOf(
  tx: Tx,
  head: CollectionHead,
  { eventId, day, at, codeShown }: At,
): Promise<Collection> {
  const { registrationId, familyId } = head
  const children = await selectCollected(tx, registrationId)
  const people = familyId ? await selectPeopleOf(tx, familyId, at) : []
  const grants = familyId ? await selectGrants(tx, familyId, at) : []
  const childIds = children.map(({ personId }) => personId)
  const bans = await selectBans(tx, { familyId, childIds, at })
  const today = eventDay(day)
  const collectors = people.flatMap((person) => {
    const held = grants.filter(({ personId }) => personId === person.personId)
    const barring = bans.filter(({ personId }) => personId === person.personId)
    if (held.length === 0 && !LOOKING_AFTER.includes(person.role ?? 0)) return []
    const verdicts = children.map((child) =>
      mayCollect({ role: person.role, grants: [...held, ...barring], childId: child.personId, ...today }),
    )
    return [{ ...collectorOf(person, held), verdicts }]
  })
  return {
    eventId: eventId.toLowerCase(),
    registrationId,
    familyName: head.familyName ?? '',
    codeShown,
    children: children.map(childOf),
    collectors,
  }
}

const OTHER = 7

function collectorOf(
  { personId, firstName, lastName, role, phone, pictureId }: PersonOfFamily,
  held: readonly StoredGrant[],
): Omit<Collection['collectors'][number], 'verdicts'> {
  const notes = [...new Set(held.map(({ note }) => note).filter(Boolean))]
  return {
    personId,
    name: `${firstName} ${lastName}`.trim(),
    role: role ?? OTHER,
    phone,
    pictureUrl: pictureUrl(pictureId),
    note: notes.join(' '),
  }
}

const childOf = ({
  checkedInAt,
  checkedOutAt,
  pictureId,
  classId: _class,
  ...child
}: CollectedChild): Collection['children'][number] => ({
  ...child,
  pictureUrl: pictureUrl(pictureId),
  state: checkedOutAt ? 'checked_out' : checkedInAt ? 'checked_in' : 'registered',
  checkedInAt: checkedInAt?.toISOString() ?? null,
})
