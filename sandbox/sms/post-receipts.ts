import { pause } from '#sandbox/platform/pause.ts'
import type { Receipt } from './protocol.ts'
import { signatureOf } from './signature.ts'

const WAITS_BETWEEN_TRIES = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
const ANSWER_WITHIN = 10_000

export type Post = { url: string; secret: string; receipts: readonly Receipt[]; closing: AbortSignal }

/** Posts one signed batch once. True when the receiver took it (2xx). */
export async function postReceipts({ url, secret, receipts, closing }: Post): Promise<boolean> {
  const body = JSON.stringify({ receipts })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-signature': signatureOf(body, secret, new Date()) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Posts until the receiver takes it, with longer and longer waits. False when all tries were in vain. */
export async function postUntilTaken(post: Post): Promise<boolean> {
  for (const wait of [...WAITS_BETWEEN_TRIES, 0]) {
    if (post.closing.aborted) return false
    if (await postReceipts(post)) return true
    await pause(wait, post.closing)
  }
  return false
}
