import { pause } from './pause.ts'

const ANSWER_WITHIN = 10_000

/** A notice to whoever uses the stood-in provider: posted, or with nothing but its address (`GET`). */
export type Delivery = {
  url: string
  method?: 'GET'
  body: string
  headers: Record<string, string>
  closing: AbortSignal
}

/** Posts a notice once. True when the receiver took it (2xx). */
export async function postDelivery({ url, method, body, headers, closing }: Delivery): Promise<boolean> {
  try {
    const response = await fetch(url, {
      ...(method
        ? { method, headers }
        : { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Posts until the receiver takes it, with these waits in between (milliseconds). False when all tries were in vain. */
export async function untilTaken(
  post: () => Promise<boolean>,
  { waits, closing }: { waits: readonly number[]; closing: AbortSignal },
): Promise<boolean> {
  for (const wait of [...waits, 0]) {
    if (closing.aborted) return false
    if (await post()) return true
    await pause(wait, closing)
  }
  return false
}
