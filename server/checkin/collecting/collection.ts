import type { Collection } from '#contract/checkin/station.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectCollected, type CollectedChild, type CollectionHead } from './collection-store.ts'
import { collectorsOf } from './collectors.ts'

type At = { eventId: string; /** Of the event. */ day: string; at: Date; codeShown: boolean }

/** The children of registrations and whoever may, or may not, take each of them home at this moment. */
export async function collectionsOf(
  tx: Tx,
  heads: readonly CollectionHead[],
  { eventId, codeShown, ...when }: At,
): Promise<Collection[]> {
  const ids = heads.map(({ registrationId }) => registrationId)
  const here = Map.groupBy(await selectCollected(tx, ids), ({ registrationId }) => registrationId)
  const childrenOf = ({ registrationId }: CollectionHead): CollectedChild[] => here.get(registrationId) ?? []
  const families = heads.map((head) => ({
    familyId: head.familyId,
    childIds: childrenOf(head).map(({ personId }) => personId),
  }))
  const collectors = await collectorsOf(tx, families, { eventId, ...when })
  return heads.map((head) => ({
    eventId: eventId.toLowerCase(),
    registrationId: head.registrationId,
    familyName: head.familyName ?? '',
    codeShown,
    children: childrenOf(head).map(childOf),
    collectors: collectors.get(head.familyId) ?? [],
  }))
}

const childOf = ({
  checkedInAt,
  checkedOutAt,
  pictureId,
  classId: _class,
  registrationId: _registration,
  ...child
}: CollectedChild): Collection['children'][number] => ({
  ...child,
  pictureUrl: pictureUrl(pictureId),
  state: checkedOutAt ? 'checked_out' : checkedInAt ? 'checked_in' : 'registered',
  checkedInAt: checkedInAt?.toISOString() ?? null,
})
