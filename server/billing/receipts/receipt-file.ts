import type { House } from '#server/platform/house.ts'
import type { Download } from '#server/platform/http/index.ts'
import { drawReceipt } from './drawing/draw-receipt.ts'
import type { WholeReceipt } from './read-receipt.ts'

/** A receipt as a PDF, drawn anew each time: it says when the money was given back. */
export async function receiptFile(
  { config }: Pick<House, 'config'>,
  receipt: WholeReceipt,
): Promise<Download & { body: Buffer }> {
  return {
    fileName: `receipt-${receipt.number}.pdf`,
    contentType: 'application/pdf',
    body: await drawReceipt(receipt, new URL(config.publicUrl).host),
  }
}
