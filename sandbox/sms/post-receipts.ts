import { demoNow } from '#sandbox/clock/clock.ts'
import { postLetter, untilTaken } from '#sandbox/platform/post-letter.ts'
import type { Receipt } from './protocol.ts'
import { signatureOf } from './signature.ts'

const WAITS_BETWEEN_TRIES = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]

export type Post = { url: string; secret: string; receipts: readonly Receipt[]; closing: AbortSignal }

/** Posts one batch once, signed as of now. True when the receiver took it (2xx). */
export function postReceipts({ url, secret, receipts, closing }: Post): Promise<boolean> {
  const body = JSON.stringify({ receipts })
  const headers = { 'x-gateway-signature': signatureOf(body, secret, demoNow()) }
  return postLetter({ url, body, headers, closing })
}

/** Posts until the receiver takes it, with longer and longer waits. False when all tries were in vain. */
export const postUntilTaken = (post: Post): Promise<boolean> =>
  untilTaken(() => postReceipts(post), { waits: WAITS_BETWEEN_TRIES, closing: post.closing })
