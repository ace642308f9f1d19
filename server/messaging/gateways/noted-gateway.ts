import type { NoteProvider } from '#server/platform/provider-notes/index.ts'
import { GatewayBusy, GatewayClosed, GatewayUnsure, type Gateway } from './gateway.ts'

/** The same gateway; how each of its calls went is noted for the desk, whatever number of messages it carried. */
export function notedGateway(gateway: Gateway, provider: string, note: NoteProvider): Gateway {
  const noted = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call
      note(provider)
      return answer
    } catch (failure) {
      // One that asks for a pause is there and answers.
      if (failure instanceof GatewayBusy) note(provider)
      else note(provider, { error: sentenceOf(failure) })
      throw failure
    }
  }
  return {
    submit: (messages) => noted(gateway.submit(messages)),
    lookUp: (references) => noted(gateway.lookUp(references)),
    readReceipts: gateway.readReceipts,
  }
}

/** Our own sentences; those of others could quote what was sent. */
const sentenceOf = (failure: unknown): string =>
  failure instanceof GatewayClosed || failure instanceof GatewayUnsure ? failure.message : 'The call failed.'
