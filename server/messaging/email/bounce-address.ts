import { createHmac, timingSafeEqual } from 'node:crypto'

const SEAL_LETTERS = 16
const LOCAL = /^b-([0-9a-f]{32})-([1-9][0-9]{0,8})-([0-9a-f]{16})$/

/** One recipient of one campaign. */
type Place = { campaignId: string; position: number }

/**
 * Where what comes back of one email is sent: it names the recipient, in letters of one case that no mail server changes, and
 * only this installation can make it.
 */
export const bounceAddressOf = (place: Place, domain: string, secretKey: string): string =>
  `b-${place.campaignId.replaceAll('-', '')}-${place.position}-${sealOf(place, secretKey)}@${domain}`

/** Whose email came back; null: the address is none of ours. */
export function readBounceAddress(address: string, secretKey: string): Place | null {
  const [, bare = '', position = '', seal = ''] = LOCAL.exec(address.toLowerCase().split('@')[0] ?? '') ?? []
  if (!bare) return null
  const campaignId = bare.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const place = { campaignId, position: Number(position) }
  return timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(place, secretKey))) ? place : null
}

const sealOf = ({ campaignId, position }: Place, secretKey: string): string =>
  createHmac('sha256', `bounce address\n${secretKey}`)
    .update(`${campaignId}.${position}`)
    .digest('hex')
    .slice(0, SEAL_LETTERS)
