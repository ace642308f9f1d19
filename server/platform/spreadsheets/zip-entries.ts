/** One file of a zip as its directory declares it; `data` is still compressed. */
export type ZipEntry = { path: string; method: number; size: number; data: Buffer }

const END_SIGNATURE = 0x06054b50
const END_LENGTH = 22
const COMMENT_MAX_LENGTH = 0xffff
const DIRECTORY_SIGNATURE = 0x02014b50
const FILE_SIGNATURE = 0x04034b50
const MAX_ENTRIES = 2_000
const ENCRYPTED = 1

/** The files of a zip by its directory; null when it is none, damaged, encrypted or larger than 4 GB (zip64). */
export function readZipEntries(zip: Buffer): ZipEntry[] | null {
  const end = zip.subarray(-(END_LENGTH + COMMENT_MAX_LENGTH))
  const endAt = end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (endAt < 0 || endAt + END_LENGTH > end.length || end.readUInt32LE(endAt) !== END_SIGNATURE) return null
  const count = end.readUInt16LE(endAt + 10)
  if (count > MAX_ENTRIES) return null
  const entries: ZipEntry[] = []
  for (let index = 0, at = end.readUInt32LE(endAt + 16); index < count; index += 1) {
    const entry = readEntry(zip, at)
    if (!entry) return null
    entries.push(entry)
    at = entry.nextAt
  }
  return entries.map(({ path, method, size, data }) => ({ path, method, size, data }))
}

function readEntry(zip: Buffer, at: number): (ZipEntry & { nextAt: number }) | null {
  if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_SIGNATURE) return null
  if (zip.readUInt16LE(at + 8) & ENCRYPTED) return null
  const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
  const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
  const path = zip.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
  const data = packedData(zip, zip.readUInt32LE(at + 42), packed)
  const nextAt = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  return data && { path, method: zip.readUInt16LE(at + 10), size, data, nextAt }
}

function packedData(zip: Buffer, at: number, length: number): Buffer | null {
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== FILE_SIGNATURE) return null
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return start + length <= zip.length ? zip.subarray(start, start + length) : null
}
