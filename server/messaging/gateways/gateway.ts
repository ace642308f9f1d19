import type { Permit } from '#server/people/index.ts'

/** One message to one number that consented to it. `reference` names it for ever, on our side and the gateway's. */
export type OutgoingSms = { reference: string; from: string; permit: Permit; text: string }

/**
 * What a gateway says of one message. `unknown`: it has never heard of the reference; `delivered` and `failed`: it took it,
 * and knows already what the network made of it.
 */
export type GatewayAnswer = {
  reference: string
  status: 'accepted' | 'delivered' | 'failed' | 'rejected' | 'unknown'
  reason: string | null
}

/** What the network says later. */
export type Receipt = { reference: string; state: 'delivered' | 'failed'; reason: string | null }

/** An SMS gateway. Both calls throw GatewayBusy, GatewayClosed or GatewayUnsure; neither is called inside a transaction. */
export type Gateway = {
  /** Hands over at most 500 messages. The same reference twice is one message. */
  submit: (messages: OutgoingSms[]) => Promise<GatewayAnswer[]>
  /** Asks what became of messages whose answer or receipt we never got. */
  lookUp: (references: string[]) => Promise<GatewayAnswer[]>
  /** Reads signed receipts, or says why not. */
  readReceipts: (signed: {
    rawBody: Buffer
    headers: Record<string, unknown>
    at: Date
  }) => Receipt[] | 'unsigned' | 'unreadable'
}

/** The gateway asks for a pause. */
export class GatewayBusy extends Error {
  override readonly name = 'GatewayBusy'
  readonly seconds: number
  constructor(seconds: number) {
    super(`The gateway asks to wait ${seconds} s.`)
    this.seconds = seconds
  }
}

/** It took nothing: it could not be reached, or refused the call as a whole. */
export class GatewayClosed extends Error {
  override readonly name = 'GatewayClosed'
}

/** No usable answer: the messages may or may not have been accepted. */
export class GatewayUnsure extends Error {
  override readonly name = 'GatewayUnsure'
}
