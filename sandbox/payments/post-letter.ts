import { pause } from '#sandbox/platform/pause.ts'

const WAITS_BETWEEN_TRIES = [250, 500, 1_000, 2_000, 5_000, 10_000]
const ANSWER_WITHIN = 10_000

export type Letter = { url: string; body: string; headers: Record<string, string>; closing: AbortSignal }

/** Posts a notice once. True when the receiver took it (2xx). */
export async function postLetter({ url, body, headers, closing }: Letter): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
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
export async function postUntilTaken(letter: Letter): Promise<boolean> {
  for (const wait of [...WAITS_BETWEEN_TRIES, 0]) {
    if (letter.closing.aborted) return false
    if (await postLetter(letter)) return true
    await pause(wait, letter.closing)
  }
  return false
}
