/** Where a request is lost: on its way, or its answer. */
export type Cut = 'none' | 'before' | 'after'

/** No answer came. */
class Lost extends Error {}
/** The server has said no. */
class Refused extends Error {
  readonly code: string
  readonly fields: Record<string, string>
  constructor(code: string, fields: Record<string, string>) {
    super(code)
    this.code = code
    this.fields = fields
  }
}
/** Asks as it is asked over a network like this. */
export async function cutOff<T>(how: Cut, ask: () => Promise<T>): Promise<T> {
  if (how === 'before') throw new Lost()
  const answer = await ask()
  if (how === 'after') throw new Lost()
  return answer
}
/** What is answered; a server that is not able for now is as good as none. Throws a refusal with its code. */
export async function answered<Body>(
  reply: Promise<{ status: number; body: Body & { code?: string; fields?: Record<string, string> } }>,
): Promise<Body> {
  const { status, body } = await reply
  // Two who are in each other's way: as every such answer it passes by itself.
  if (status === 503) throw new Lost()
  if (status !== 200) throw new Refused(body.code ?? String(status), body.fields ?? {})
  return body
}
/** Goes on without an answer. */
export const unlessLost = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    // What was asked before the last pack or act comes too late, and whoever asked has gone on.
    const isLate = error instanceof Refused && error.code === 'changed_meanwhile'
    if (!(error instanceof Lost) && !isLate) throw error
  })
