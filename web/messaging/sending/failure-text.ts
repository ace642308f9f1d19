import { ApiFailure } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

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
