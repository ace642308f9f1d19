import { reencode, reencodeAsJpeg } from '../../platform/images/index.ts'
import { ApiError, type Upload, type Download } from '../../platform/http/index.ts'
import type { Tx, Database } from '../../platform/database/index.ts'
import { findPicture } from './picture-store.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/index.ts'
import { bearerToken } from '../credentials/index.ts'

/** Address of a picture for the signed-in browser; null: there is none. */
export const pictureUrl = (id: string | null): string | null => (id ? `/api/pictures/${id}` : null)

const PORTRAIT = { edge: 512, shape: 'square' } as const
const LOGO = { edge: 512, shape: 'inside' } as const
const BANNER = { edge: 1280, shape: 'banner' } as const
const EMAIL_EDGE = 1_200
const fits = { portrait: PORTRAIT, logo: LOGO, banner: BANNER } as const

/** An uploaded picture as it is kept. Throws `unsupported_image`. Call it before the transaction: it takes its time. */
export async function preparePicture(upload: Upload, kind: keyof typeof fits): Promise<Buffer> {
  const bytes = await reencode(upload.path, fits[kind])
  if (!bytes) throw new ApiError('unsupported_image')
  return bytes
}

/** One for emails: as wide as they show it on a sharp screen, as JPEG, which every reader knows. Throws `unsupported_image`. */
export async function prepareEmailPicture(upload: Upload): Promise<{ bytes: Buffer; width: number; height: number }> {
  const picture = await reencodeAsJpeg(upload.path, EMAIL_EDGE)
  if (!picture) throw new ApiError('unsupported_image')
  return picture
}

/** A picture never changes under its address. */
const KEEP_SECONDS = 365 * 24 * 60 * 60

/** A picture of the church that was entered, for showing in the page. Throws `not_found`, for other churches' too. */
export async function readPicture(tx: Tx, id: string): Promise<Download> {
  const picture = await findPicture(tx, id)
  if (!picture) throw new ApiError('not_found')
  const { bytes: body, contentType } = picture
  return {
    fileName: `${id}.${contentType === 'image/jpeg' ? 'jpg' : 'webp'}`,
    contentType,
    body,
    inline: true,
    cacheSeconds: KEEP_SECONDS,
  }
}

/** The end of this century. */
const FAR = 4_102_444_800
const DAY_SECONDS = 86_400
const ADDRESS = /^\/api\/(?:checkin\/)?pictures\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

type Signing = Pick<Config, 'publicUrl' | 'secretKey'>
type Shown = { tenantId: string; pictureId: string; until: number }

const signatureOf = ({ tenantId, pictureId, until }: Shown, secretKey: string): string =>
  createHmac('sha256', secretKey).update(`picture\n${tenantId}\n${pictureId}\n${until}`).digest('base64url')

/** The same for a whole day, so that browsers keep the picture; it works for two to three days. */
const untilOf = (at: Date): number => (Math.floor(at.getTime() / 1000 / DAY_SECONDS) + 3) * DAY_SECONDS

/**
 * Our own address of a picture as whoever asks can show it. Our pages have a cookie and read it as it is. Clients that carry
 * a token live on other origins, where `<img>` sends none: they get an absolute address that says by itself what may be seen.
 */
export function shownAddress(
  { publicUrl, secretKey }: Signing,
  { request, tenantId, at }: { request: FastifyRequest; tenantId: string; at: Date },
): (url: string | null) => string | null {
  const needsOne = bearerToken(request) !== undefined
  return (url) => {
    const pictureId = needsOne && url ? ADDRESS.exec(url)?.[1]?.toLowerCase() : undefined
    return pictureId ? signedAddress({ publicUrl, secretKey }, { tenantId, pictureId }, at) : url
  }
}

/** An address that anybody can show who was given it, for some days. */
export function signedAddress(
  { publicUrl, secretKey }: Signing,
  picture: { tenantId: string; pictureId: string },
  at: Date,
): string {
  return signedUntil({ publicUrl, secretKey }, { ...picture, until: untilOf(at) })
}

/** An address that works as long as the picture is there: emails are opened years later. */
export const lastingAddress = (signing: Signing, picture: { tenantId: string; pictureId: string }): string =>
  signedUntil(signing, { ...picture, until: FAR })

function signedUntil({ publicUrl, secretKey }: Signing, shown: Shown): string {
  const path = [shown.tenantId, shown.pictureId, shown.until, signatureOf(shown, secretKey)].join('/')
  return `${publicUrl}/api/signed-pictures/${path}`
}

type Claimed = { church: string; picture: string; until: number; signature: string }

/** Throws `not_found` for a signature that is not ours, one that has expired, and a picture that is gone, alike. */
export async function readSignedPicture(
  database: Database,
  { secretKey }: Signing,
  { church, picture, until, signature }: Claimed,
  at: Date,
): Promise<Download> {
  const shown = { tenantId: church.toLowerCase(), pictureId: picture.toLowerCase(), until }
  const [ours, theirs] = [Buffer.from(signatureOf(shown, secretKey)), Buffer.from(signature)]
  const isOurs = ours.length === theirs.length && timingSafeEqual(ours, theirs)
  if (!isOurs || until * 1000 < at.getTime()) throw new ApiError('not_found')
  const { cacheSeconds: _cacheSeconds, ...download } = await database.withTenant(shown.tenantId, (tx) =>
    readPicture(tx, shown.pictureId),
  )
  return { ...download, cacheSeconds: Math.min(KEEP_SECONDS, Math.max(1, until - Math.floor(at.getTime() / 1000))) }
}
