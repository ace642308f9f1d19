import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** `sweepUploads` removes what a server left behind that was killed before it could unlink it. */
export const SCRATCH_PREFIX = 'narthex-export-'

/**
 * A file without a name, for this process only: it holds people's data, and the system frees it with the handle, also
 * when the server is killed.
 */
export async function openScratchFile(directory = os.tmpdir()): Promise<FileHandle> {
  const name = path.join(directory, `${SCRATCH_PREFIX}${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await unlink(name)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}
