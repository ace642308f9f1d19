import type { SendBody } from '../draft/draft.ts'
import type { ApiFailure } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

/** What is sent, and the units of the quote that the sender agreed to. */
export type Content = { body: SendBody; quotedUnits: number }

/** One intention to send, with the key that makes it one. `draft`: the kept message that goes; null: none is kept. */
export type SendRequest = {
  content: Content
  key: string
  quotedUnits: number
  draft: { id: string; version: number } | null
}

export const isSameRequest = (last: SendRequest | null, { body }: Content): last is SendRequest =>
  last !== null && JSON.stringify(last.content.body) === JSON.stringify(body)

/**
 * The same content pressed again is the same press: after a lost answer it goes out with the same key, the same version and
 * the same units, so that the server sends it once. Other content is a new press.
 */
export const sendRequestOf = (content: Content, draft: SendRequest['draft']): SendRequest => ({
  content,
  key: crypto.randomUUID(),
  quotedUnits: content.quotedUnits,
  draft,
})

/** The sentence for a send that did not come through; null when the page's door deals with it. */
export function failureText({ status, code }: ApiFailure): TextId | null {
  if (status === 401 || status === 402) return null
  if (code === 'unexpected') return 'messaging.compose.notSent'
  if (code === 'network') return 'messaging.compose.noInternet'
  return code === 'timeout' ? 'messaging.compose.tookTooLong' : 'messaging.compose.sendFailed'
}
