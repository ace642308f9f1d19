import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as the answer of a call. */
export type Download = {
  /** What the browser saves it as. */
  fileName: string
  contentType: string
  body: Readable | Buffer
  /** Shown in the page (a picture) instead of saved. */
  inline?: true
  /** May be kept by the browser for this long: what never changes under its address. */
  cacheSeconds?: number
}

/** Sends a file; nothing of it is read as a page, whatever it holds. */
export function sendDownload(reply: FastifyReply, { fileName, contentType, body, ...how }: Download): FastifyReply {
  const disposition = how.inline ? 'inline' : `attachment; ${fileNames(fileName)}`
  reply.header('content-disposition', disposition)
  reply.header('content-security-policy', `default-src 'none'; sandbox`)
  if (how.cacheSeconds) reply.header('cache-control', `private, max-age=${how.cacheSeconds}, immutable`)
  return reply.type(contentType).send(body)
}

/** RFC 6266: a plain name for everybody, and the whole one for who reads UTF-8. */
function fileNames(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
