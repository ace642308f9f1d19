import type { SendBody } from '../draft/bodies.ts'

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
