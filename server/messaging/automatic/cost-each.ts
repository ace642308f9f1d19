import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { unitsFor } from '../campaigns/index.ts'
import { footerOf } from '../opt-out-links/index.ts'
import { routeTo, selectRoutes } from '../routes/index.ts'
import { segmentsIn } from '../sms/index.ts'

/** Tells what a text to one person costs. */
export type Costing = (text: string, to: { firstName: string; phone: string }) => number

/** As `sendAutomaticText` holds it for one person: pages of their own text, by the route of their own number. */
export async function costEach(
  tx: Tx,
  { isoCode, publicUrl }: { isoCode: string; publicUrl: string },
): Promise<Costing> {
  const [footer, routes] = [await footerOf(tx, { publicUrl, wanted: undefined }), await selectRoutes(tx)]
  return (message, { firstName, phone }) => {
    const segments = segmentsIn({ message, neutralName: DEFAULT_NEUTRAL_NAME, footer })(firstName)
    return unitsFor(segments, routeTo(routes, { isoCode, wish: '' }, phone).rate)
  }
}
