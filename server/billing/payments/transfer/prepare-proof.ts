import { open, readFile } from 'node:fs/promises'
import { ApiError, type Upload } from '#server/platform/http/index.ts'
import { reencode } from '#server/platform/images/index.ts'
import type { ProofRecord } from './proof-store.ts'

/** The longest edge of a kept picture: small print on a photographed slip stays readable. */
const SLIP = { edge: 2_000, shape: 'inside' } as const
const PDF_MAGIC = '%PDF-'

/**
 * An uploaded proof as it is kept: a picture encoded anew, a PDF as it is. What the file calls itself does not count.
 * Throws `unsupported_proof`. Call it before the transaction: it takes its time.
 */
export async function prepareProof(upload: Upload): Promise<ProofRecord> {
  const fileName = upload.name
  if (await isPdf(upload.path)) return { fileName, contentType: 'application/pdf', bytes: await readFile(upload.path) }
  const bytes = await reencode(upload.path, SLIP)
  if (!bytes) throw new ApiError('unsupported_proof')
  return { fileName, contentType: 'image/webp', bytes }
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_MAGIC.length), 0, PDF_MAGIC.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === PDF_MAGIC
  } finally {
    await file.close()
  }
}
