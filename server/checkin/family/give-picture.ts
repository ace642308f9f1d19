import { attachPicture, type Writer } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { pictureIdIn } from './picture-address.ts'
import { takeUploaded } from './picture-store.ts'

/** The picture that a request names for somebody: undefined leaves it, null or nothing takes it away. */
export type Giving = {
  personId: string
  /** The one the person has. */
  before: string | null
  pictureUrl: string | null | undefined
  /** Of whoever uploaded it. */
  accountId: string
  /** Where the address stands in the request. */
  field: string
}

/**
 * Gives somebody a picture. Its address is a claim: only one that the caller uploaded, or that the person has already, is
 * taken; any other is `invalid_input`, whoever's it is.
 */
export async function givePicture(
  tx: Tx,
  writer: Writer,
  { personId, before, pictureUrl, accountId, field }: Giving,
): Promise<void> {
  if (pictureUrl === undefined) return
  if (!pictureUrl) return attachPicture(tx, writer, { personId, pictureId: null })
  const pictureId = pictureIdIn(pictureUrl)
  if (pictureId !== null && pictureId === before) return
  if (pictureId === null || !(await takeUploaded(tx, { pictureId, accountId })))
    throw new ApiError('invalid_input', { fields: { [field]: 'Upload this picture again.' } })
  await attachPicture(tx, writer, { personId, pictureId })
}
