import { statfsSync } from 'node:fs'

const ROOM_BYTES = 1_000_000_000

/** Whether a folder has room for what a run of the tests keeps there; in a container the one in memory is often small. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}
