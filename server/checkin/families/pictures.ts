import { deletePicture } from '../../identity/index.ts'
import { attachPicture, type Writer } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { takeUploaded, findUnusedPictures } from './picture-store.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'

const PICTURES = '/api/checkin/pictures/'
const OWN = /^\/api\/checkin\/pictures\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
const SIGNED = /\/api\/signed-pictures\/[\da-f-]{36}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/\d+\/[\w-]{43}$/i

/** Address of a picture at the portal, for a guardian who is signed in; null: there is none. */
export const familyPictureUrl = (id: string | null): string | null => (id ? PICTURES + id : null)

/** The picture of such an address, or of a signed one as existing clients send it back; null: it is none of ours. */
export const pictureIdIn = (url: string): string | null =>
  (OWN.exec(url) ?? SIGNED.exec(url))?.[1]?.toLowerCase() ?? null

/** The picture that a request names for somebody: undefined leaves it, null or nothing takes it away. */
type Giving = {
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

/** Removes pictures that guardians uploaded and nobody uses. */
export const forgetPicturesJob = defineJob({ name: 'checkin.forget-pictures', payload: z.object({}) })

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes portraits that were uploaded a day ago and that nobody was given. */
export async function forgetPictures(context: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database, clock } = context
  const before = new Date(clock.now().getTime() - DAY_MS)
  const unused = await database.withoutTenant((tx) => findUnusedPictures(tx, before))
  await oneByOne(context, unused, ({ tenantId, pictureId }) =>
    database.withTenant(tenantId, async (tx) => {
      // Unless somebody was given it meanwhile.
      if (await takeUploaded(tx, { pictureId, accountId: null })) await deletePicture(tx, pictureId)
    }),
  )
}
