import { personalise, segmentsOf } from '#contract/messaging/segments.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { SegmentsFor } from '../campaigns/index.ts'
import { routeTo, selectRoutes, type RouteWish, type SmsRoute, type Travelling } from '../routes/index.ts'

/** `footer`: what stands behind the message, the same length for everybody; '' for nothing. */
export type MessageText = { message: string; neutralName: string; footer: string }

/** Makes what stands behind a message that has an opt-out link or none. */
export type FooterFor = (optOutLink: boolean) => Promise<string>

/** Pages of the text that somebody with a first name will read. */
export const segmentsIn =
  ({ message, neutralName, footer }: MessageText): SegmentsFor =>
  (firstName) =>
    segmentsOf(personalise(message, firstName, neutralName) + footer).segments

/** How a sender would like a message to travel: by the id of a route, or as existing clients say it. */
export type Wish = { routeId?: string | null | undefined; gateWayToUse?: RouteWish | null | undefined }

/** For a church of a country. */
export const travelling = (isoCode: string, { routeId, gateWayToUse }: Wish): Travelling => ({
  isoCode,
  wish: routeId ?? gateWayToUse ?? '',
})

/** The route of one message to one number: that of the country where the number is from. */
export const routeFor = async (tx: Tx, to: Travelling & { phone: string }): Promise<SmsRoute> =>
  routeTo(await selectRoutes(tx), to, to.phone)
