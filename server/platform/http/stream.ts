import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod/mini'
import { clientGone } from './gone.ts'

/** Messages as they come; it ends when `gone` is aborted, because nobody listens any more. */
export type Messages<T> = (gone: AbortSignal) => AsyncIterable<T>

/** A line that means nothing, so that proxies and phones do not take the silence for the end. */
const STILL_HERE = ': still here\n\n'
const STILL_HERE_MS = 20_000
/** How long a browser waits before it asks again after the line was cut. */
const RETRY_MS = 3_000

/** The streams that are open, by the server that sends them. */
const openStreams = new WeakMap<object, Set<AbortController>>()

function noteStream({ server: { server } }: FastifyReply): AbortController {
  const stream = new AbortController()
  openStreams.set(server, (openStreams.get(server) ?? new Set()).add(stream))
  return stream
}

/** Ends every stream of a server that stops: by themselves they would go on. Browsers ask again where there is one. */
export function endStreams({ server }: Pick<FastifyInstance, 'server'>): void {
  for (const stream of openStreams.get(server) ?? []) stream.abort()
}

/** Sends messages as server-sent events until the listener leaves or they end. */
export async function sendStream(
  reply: FastifyReply,
  schema: z.ZodMiniType,
  messages: Messages<unknown>,
): Promise<FastifyReply> {
  const stopping = noteStream(reply)
  const gone = AbortSignal.any([clientGone(reply), stopping.signal])
  reply.hijack()
  const { raw } = reply
  const { socket } = raw
  // The last one keeps proxies from holding messages back until there are many.
  const ours = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  raw.writeHead(200, { ...headersOf(reply), ...ours })
  raw.write(`retry: ${RETRY_MS}\n\n`)
  const beat = setInterval(() => raw.write(STILL_HERE), STILL_HERE_MS)
  try {
    for await (const message of messages(gone)) raw.write(`data: ${JSON.stringify(schema.parse(message))}\n\n`)
  } catch (error) {
    // The answer has begun: the browser is cut off, asks again and is then refused properly.
    if (!gone.aborted) reply.log.warn({ err: error }, 'a stream of messages was cut')
  } finally {
    clearInterval(beat)
    openStreams.get(reply.server.server)?.delete(stopping)
    // Nothing else travels on this connection, and a server that stops would wait for it.
    raw.end(() => socket?.destroySoon())
  }
  return reply
}

function headersOf(reply: FastifyReply): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value)
  return headers
}
