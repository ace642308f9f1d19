import { audit, deletePicture } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockPerson } from './lock-person.ts'
import { updatePicture } from './person-store.ts'
import type { Writer } from './writer.ts'

/** Gives a person a picture that is kept already, and is nobody else's; the one before is deleted. Null: none. */
export async function attachPicture(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { personId, pictureId }: { personId: string; pictureId: string | null },
): Promise<void> {
  const { pictureId: before } = await lockPerson(tx, personId)
  if (pictureId === before) return
  await updatePicture(tx, personId, pictureId)
  if (before) await deletePicture(tx, before)
  await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: personId, details: { fields: ['picture'] }, at })
}
