import type { PersonDetail } from '#contract/people/persons.ts'
import { audit, deletePicture, insertPicture, type NewPicture } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockPerson } from './lock-person.ts'
import { updatePicture } from './person-store.ts'
import { readPerson } from './read-person.ts'
import type { Writer } from './writer.ts'

/** Sets or removes the picture of a person; the one before is deleted. Null: none. */
export async function setPersonPicture(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, picture }: { id: string; picture: Omit<NewPicture, 'at'> | null },
): Promise<PersonDetail> {
  const { pictureId: before } = await lockPerson(tx, id)
  if (!picture && !before) return readPerson(tx, id, at)
  const pictureId = picture && (await insertPicture(tx, tenantId, { ...picture, at }))
  await updatePicture(tx, id, pictureId)
  if (before) await deletePicture(tx, before)
  await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: id, details: { fields: ['picture'] }, at })
  return readPerson(tx, id, at)
}
