import type { KeyObject } from 'node:crypto'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { Permit } from '#server/people/index.ts'
import type { SignedCall } from './signed-call.ts'

/** One message to one address that consented to it. `reference` names it for ever, on our side and the gateway's. */
export type OutgoingMessage = {
  reference: string
  from: string
  permit: Permit
  text: string
  /** Of an email what it has beside its plain text. */
  email?: EmailParts
}

export type EmailParts = {
  subject: string
  html: string
  /** The address in whose name it goes; `from` is the name that people see. */
  fromAddress: string
  replyTo: string | null
  /** Where bounces go, each recipient's own. */
  bouncesTo: string
  messageId: string
  /** Where one press stops such emails (RFC 8058); null: an email to one person. */
  stopLink: string | null
  /** Signs for a domain of the church's own; null: the mail server signs for the installation's. */
  dkim: { domainName: string; keySelector: string; privateKey: KeyObject } | null
}

/** Why, in the product's words, and the gateway's own code beside it. */
export type Why = { reason: DeliveryReason | null; code?: string | null }

/**
 * What a gateway says of one message.
 * - `accepted`: it took it; `delivered` and `failed`: and knows already what the network made of it.
 * - `rejected`: it refuses this message, and always will.
 * - `unknown`: it was asked and has never heard of the reference.
 * - `cannot_tell`: it was asked and has no way to say.
 * - `untaken`: it surely did not take it, for a reason that has nothing to do with the message.
 * - `unsure`: no usable answer; it may have taken it.
 */
export type GatewayAnswer = Why & {
  reference: string
  status: 'accepted' | 'delivered' | 'failed' | 'rejected' | 'unknown' | 'cannot_tell' | 'untaken' | 'unsure'
  /** What the gateway calls the message, where its receipts and look-ups need that. */
  id?: string | undefined
  /** Of `untaken` and `unsure`: what went wrong. */
  failure?: Error | undefined
}

/** A message to ask about: by our reference, or by what the gateway called it. */
export type AskedSms = { reference: string; id: string | null }

/**
 * What the network says later of a message, named by our reference or by what the gateway calls it. `accepted`: it is on its
 * way, no more; that tells something only of a message whose answer we never got.
 */
export type Receipt = Why & { state: 'accepted' | 'delivered' | 'failed' } & (
    | { reference: string; id?: never }
    | { id: string; reference?: never }
  )

/**
 * What somebody wrote back, as a gateway brings it. `id` is its own name for the reply: the same twice is one reply. `to`:
 * the sender that was answered.
 */
export type IncomingReply = { gateway: string; id: string; from: string; to: string; text: string; at: Date }

/** An SMS gateway. `submit` and `lookUp` throw GatewayBusy, GatewayClosed or GatewayUnsure; neither is called inside a transaction. */
export type Gateway = {
  /** How many messages one hand-over has at most. What a killed worker leaves in doubt is no more than that. */
  batch: number
  /** Hands messages over, each once: not every gateway knows a reference again. */
  submit: (messages: OutgoingMessage[]) => Promise<GatewayAnswer[]>
  /** Asks what became of messages whose answer or receipt we never got. */
  lookUp: (messages: AskedSms[]) => Promise<GatewayAnswer[]>
  /** Reads signed receipts, or says why not. */
  readReceipts: (call: SignedCall) => Receipt[] | 'unsigned' | 'unreadable'
  /** Reads signed replies, or says why not. */
  readReplies: (call: SignedCall) => Omit<IncomingReply, 'gateway'>[] | 'unsigned' | 'unreadable'
  /** It brings receipts and replies to one address: each reading passes over what is for the other. */
  hasOneAddress?: true
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
