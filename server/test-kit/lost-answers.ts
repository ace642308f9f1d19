/** Where a request is lost: on its way, or its answer. */
export type Cut = 'none' | 'before' | 'after'

/** No answer came. */
class Lost extends Error {}
/** Asks as it is asked over a network like this. */
export async function cutOff<T>(how: Cut, ask: () => Promise<T>): Promise<T> {
  if (how === 'before') throw new Lost()
  const answer = await ask()
  if (how === 'after') throw new Lost()
  return answer
}
/** What is answered; a server that is not able for now is as good as none. */
export async function answered<Body>(
  reply: Promise<{ status: number; body: Body & { code?: string } }>,
): Promise<Body> {
  const { status, body } = await reply
  // Two who are in each other's way: as every such answer it passes by itself.
  if (status === 503) throw new Lost()
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body
}
/** Goes on without an answer. */
export const unlessLost = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Lost)) throw error
  })
