import type { SendBody } from '../draft/draft.ts'
import { ApiFailure } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

/** One intention to send. `body` is what went to the server with the key, agreed units included. */
export type SendRequest = { content: string; key: string; body: SendBody }

const contentOf = (body: SendBody) => JSON.stringify(body)

export const isSameRequest = (last: SendRequest | null, body: SendBody): last is SendRequest =>
  last?.content === contentOf(body)

/**
 * The same content pressed again is the same press: after a lost answer it goes out with the same key and the same
 * body, so that the server sends it once. Other content is a new press.
 */
export const sendRequestOf = (body: SendBody, quotedUnits: number): SendRequest => ({
  content: contentOf(body),
  key: crypto.randomUUID(),
  body: { ...body, quotedUnits },
})

/** The server answered 200 with something that is no answer to a send. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/** The sentence for a send that did not come through; null when the page's door deals with it. */
export function failureText(failure: unknown): TextId | null {
  if (failure instanceof UnexpectedAnswer || failure instanceof SyntaxError) return 'messaging.compose.notSent'
  if (!(failure instanceof ApiFailure)) return 'messaging.compose.sendFailed'
  if (failure.status === 401 || failure.status === 402) return null
  if (failure.code === 'network') return 'messaging.compose.noInternet'
  return failure.code === 'timeout' ? 'messaging.compose.tookTooLong' : 'messaging.compose.sendFailed'
}
