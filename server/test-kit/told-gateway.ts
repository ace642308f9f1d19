import type { Gateway, GatewayAnswer, OutgoingMessage } from '#server/messaging/gateways/index.ts'

type Told = (references: string[]) => GatewayAnswer[] | Promise<GatewayAnswer[]>

/** A gateway that does as it is told, and remembers what it was asked to take. */
export type ToldGateway = Gateway & { submitted: string[]; messages: OutgoingMessage[]; lookedUp: string[] }

export const all =
  (status: GatewayAnswer['status']): Told =>
  (references) =>
    references.map((reference) => ({ reference, status, reason: null }))

export const refuse = (error: Error) => (): never => {
  throw error
}

export function toldGateway(submit: Told = all('accepted'), lookUp: Told = all('unknown')): ToldGateway {
  const submitted: string[] = []
  const taken: OutgoingMessage[] = []
  const lookedUp: string[] = []
  return {
    batch: 500,
    submitted,
    messages: taken,
    lookedUp,
    submit: async (messages) => {
      const references = messages.map(({ reference }) => reference)
      submitted.push(...references)
      taken.push(...messages)
      return submit(references)
    },
    lookUp: async (messages) => {
      const references = messages.map(({ reference }) => reference)
      lookedUp.push(...references)
      return lookUp(references)
    },
    readReceipts: () => 'unsigned',
    readReplies: () => 'unsigned',
  }
}
