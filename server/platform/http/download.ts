import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { clientGone } from './gone.ts'

/** A file as the answer of a call. */
export type Download = {
  /** What the browser saves it as. */
  fileName: string
  contentType: string
  /** Or how it is made, once it is certain that somebody waits for it; to be stopped when they leave. */
  body: Readable | Buffer | ((gone: AbortSignal) => Promise<Readable>)
  /** Shown in the page (a picture) instead of saved. */
  inline?: true
  /** May be kept by the browser for this long: what never changes under its address. */
  cacheSeconds?: number
  /** What it may load where it is a page; left out: nothing at all. Scripts, forms and windows it never may. */
  mayLoad?: string
}

/** A client that takes nothing for this long has gone without a word, and its file is freed. */
const STALLED_MS = 120_000

/** Sends a file; nothing of it is read as a page, whatever it holds. */
export async function sendDownload(
  reply: FastifyReply,
  { fileName, contentType, body, ...how }: Download,
): Promise<FastifyReply> {
  // Before the headers: what cannot be made is refused like everything else.
  const made = typeof body === 'function' ? await makeBody(reply, body) : body
  if (!made) return reply.hijack()
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  const disposition = how.inline ? 'inline' : `attachment; ${fileNames(fileName)}`
  reply.header('content-disposition', disposition)
  reply.header(
    'content-security-policy',
    `default-src 'none'; ${how.mayLoad ? `${how.mayLoad}; ` : ''}frame-ancestors 'self'; sandbox`,
  )
  // In a sandbox it is an origin of its own already; browsers complain of being told so in a frame.
  if (how.mayLoad) reply.removeHeader('origin-agent-cluster')
  if (how.cacheSeconds) reply.header('cache-control', `private, max-age=${how.cacheSeconds}, immutable`)
  return reply.type(contentType).send(made)
}

/** Nothing when the client has left: there is nobody to answer, and nothing has failed. */
async function makeBody(reply: FastifyReply, make: (gone: AbortSignal) => Promise<Readable>): Promise<Readable | null> {
  const gone = clientGone(reply)
  try {
    return await make(gone)
  } catch (error) {
    if (gone.aborted) return null
    throw error
  }
}

/** RFC 6266: a plain name for everybody, and the whole one for who reads UTF-8. */
function fileNames(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
