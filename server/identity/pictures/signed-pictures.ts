import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { ApiError, type Download } from '#server/platform/http/index.ts'
import { bearerToken } from '../sessions/session-cookie.ts'
import { readPicture } from './read-picture.ts'

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
  const shown = { ...picture, until: untilOf(at) }
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
  return { ...download, cacheSeconds: Math.max(1, until - Math.floor(at.getTime() / 1000)) }
}
