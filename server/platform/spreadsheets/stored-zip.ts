import type { UnpackedFile } from './unpack-workbook.ts'

const VERSION = 20

/**
 * A zip of files that are already unpacked and weighed. The workbook reader gets this one and never the uploaded zip,
 * whose directory and contents may tell two different stories.
 */
export function* storedZip(files: UnpackedFile[]): Generator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.path)
    const facts = fileFacts(name, file)
    const header = Buffer.concat([signature(0x04034b50), facts, name])
    directory.push(directoryEntry(facts, name, at))
    yield header
    yield* file.chunks
    at += header.length + file.length
  }
  yield* directory
  yield directoryEnd(
    files.length,
    directory.reduce((sum, { length }) => sum + length, 0),
    at,
  )
}

/** What the header and the directory say alike: version, no flags, stored, no date, checksum, sizes, length of the name. */
function fileFacts(name: Buffer, { length, checksum }: UnpackedFile): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt32LE(checksum, 10)
  facts.writeUInt32LE(length, 14)
  facts.writeUInt32LE(length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

function directoryEntry(facts: Buffer, name: Buffer, at: number): Buffer {
  const version = Buffer.alloc(2)
  version.writeUInt16LE(VERSION)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return Buffer.concat([signature(0x02014b50), version, facts, rest, name])
}

function directoryEnd(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return end
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
