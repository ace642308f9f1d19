import '@fastify/multipart'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { SCRATCH_PREFIX } from './scratch-file.ts'
import type { Database } from '../database/database.ts'
import { holdSlot } from '../slots/index.ts'
import { ApiError } from '../runtime/api-error.ts'

const PREFIX = 'narthex-upload-'
/** One file, and some fields that nobody reads. */
const LIMITS = { files: 1, fields: 20, parts: 21, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 }
/** Seconds after which it makes sense to send another. */
const RETRY_AFTER = 10
/** Longer than any request lasts. */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/** One received file, on disk until the request is over. `name` is what the client calls it, without folders. */
export type Upload = { path: string; name: string; bytes: number; discard: () => Promise<void> }

type Wanted = {
  field: string
  maxBytes: number
  /** The account that sends it. */
  whose: string
  database: Database
}

/** Streams the one file of a multipart request to disk; larger ones are refused while they arrive. */
export async function receiveUpload(request: FastifyRequest, { field, maxBytes, ...by }: Wanted): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type')
  const slot = await holdSlot(by.database, 'upload', by.whose)
  if (!slot) throw new ApiError('too_many_tries', { retryAfter: RETRY_AFTER })
  let directory: string | undefined
  const discard = async (): Promise<void> => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    await slot.leave()
  }
  try {
    const part = await request.file({ limits: { ...LIMITS, fileSize: maxBytes } })
    if (part?.fieldname !== field)
      throw new ApiError('invalid_input', { fields: { [field]: 'A file is needed here.' } })
    directory = await mkdtemp(path.join(os.tmpdir(), PREFIX))
    const target = path.join(directory, 'file')
    await pipeline(part.file, createWriteStream(target, { mode: 0o600 }))
    if (part.file.truncated) throw new ApiError('too_large')
    return { path: target, name: cleanFileName(part.filename), bytes: part.file.bytesRead, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

const cleanFileName = (name: string): string =>
  path
    .basename(name)
    .toWellFormed()
    .replaceAll(/\p{Cc}|\p{Cf}/gu, '')
    .slice(0, 120) || 'contacts'

/**
 * Removes files that a killed server left behind; they hold people's numbers. Their age is told by the file system's own clock: the
 * server's may be that of a demo, years ahead, and other servers on this machine receive files here too.
 */
export async function sweepUploads(directory = os.tmpdir()): Promise<void> {
  const names = (await readdir(directory)).filter((name) =>
    [PREFIX, SCRATCH_PREFIX].some((prefix) => name.startsWith(prefix)),
  )
  if (names.length === 0) return
  const now = await timeOfFiles(directory)
  for (const name of names) {
    const place = path.join(directory, name)
    // Another server may just have removed it.
    const { mtimeMs = now } = (await stat(place).catch(() => null)) ?? {}
    if (now - mtimeMs > LEFT_BEHIND_MS) await rm(place, { recursive: true, force: true })
  }
}

/** The present time in milliseconds, as the file system writes it on what is new. */
async function timeOfFiles(directory: string): Promise<number> {
  const fresh = await mkdtemp(path.join(directory, PREFIX))
  const { mtimeMs } = await stat(fresh)
  await rm(fresh, { recursive: true })
  return mtimeMs
}
