import { createHash, hash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { isAlive } from '../embedded/init.ts'

/**
 * A back-up is one file: a line that says what it is, a line of JSON (the header), the records under zstd, and a seal, the
 * SHA-256 of everything before it. A file without its seal was cut, or never finished.
 */
const MARK = 'narthex back-up 1\n'
const SEAL_BYTES = 32
const HEADER_MAX_BYTES = 65_536

export type BackupHeader = {
  madeAt: string
  /** The migrations that the database had had: its version. */
  migrations: string[]
  /** Of the job queue's tables. */
  queueVersion: number
  /** Tells whether a SECRET_KEY is the one of the back-up, and nothing about it. */
  keyFingerprint: string
}

export type TableRecord = { schema: string; table: string; columns: string[] }

/** In this order: for each table its name, its rows as COPY writes them, and how many they are; at last how many in all. */
export type BackupRecord =
  | ({ kind: 'table' } & TableRecord)
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'end of table'; rows: number }
  | { kind: 'end'; tables: number; rows: number }

export type Totals = { tables: number; rows: number }

/** The back-up cannot be made or read; `message` is the sentence for whoever typed the command. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal'
}

export const fingerprintOf = (secretKey: string): string =>
  hash('sha256', `fingerprint of a back-up\n${secretKey}`, 'hex').slice(0, 16)

/**
 * Writes a back-up that is whole, or none: under a name of its own until it is on the disk and was read back. Only its
 * owner may read it. Never over a file that is there: it may be the only good back-up.
 */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  signal?: AbortSignal,
): Promise<Totals & { bytes: number }> {
  if (existsSync(file)) throw new BackupRefusal(`${file} exists already: give the back-up a name of its own.`)
  removeUnfinished(file)
  const unfinished = `${file}${UNFINISHED}${process.pid}`
  try {
    const bytes = await writeTo(unfinished, header, records, signal)
    const totals = await verifyBackup(unfinished)
    signal?.throwIfAborted()
    await rename(unfinished, file)
    await syncFolder(path.dirname(path.resolve(file)))
    return { ...totals, bytes }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw refusalOfDisk(error, file)
  }
}

const UNFINISHED = '.unfinished-'

async function writeTo(
  unfinished: string,
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  signal?: AbortSignal,
): Promise<number> {
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    const seal = createHash('sha256')
    let bytes = 0
    const put = async (chunk: Buffer): Promise<void> => {
      await handle.writeFile(chunk)
      bytes += chunk.length
    }
    const sealed = async (chunk: Buffer): Promise<void> => {
      seal.update(chunk)
      await put(chunk)
    }
    await sealed(Buffer.from(`${MARK}${JSON.stringify(header)}\n`))
    await pipeline(
      framesOf(records),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await sealed(chunk)
      },
      { signal },
    )
    await put(seal.digest())
    await handle.sync()
    return bytes
  } finally {
    await handle.close()
  }
}

/** The name of a file is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** What a back-up that was killed left behind. */
function removeUnfinished(file: string): void {
  const [folder, prefix] = [path.dirname(path.resolve(file)), `${path.basename(file)}${UNFINISHED}`]
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) rmSync(path.join(folder, name))
}

const ROWS = 1
const SAYING = 2

/** A byte for the kind, four for the length, then the rows themselves or a saying in JSON. */
async function* framesOf(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const isRows = record.kind === 'rows'
    const payload = isRows ? record.bytes : Buffer.from(JSON.stringify(record))
    const head = Buffer.alloc(5)
    head.writeUInt8(isRows ? ROWS : SAYING)
    head.writeUInt32BE(payload.length, 1)
    yield head
    yield payload
  }
}

/** The header of a back-up; refuses what is none. */
export async function readHeader(file: string): Promise<BackupHeader> {
  return withFile(file, async (handle) => (await headOf(handle, file)).header)
}

async function headOf(handle: FileHandle, file: string): Promise<{ header: BackupHeader; bytes: number }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_MAX_BYTES), 0, HEADER_MAX_BYTES, 0)
  const start = buffer.subarray(0, bytesRead)
  if (!start.subarray(0, MARK.length).equals(Buffer.from(MARK)))
    throw new BackupRefusal(`${file} is no back-up of Narthex, or one of a newer version.`)
  const end = start.indexOf('\n', MARK.length)
  if (end < 0) throw damaged(file)
  try {
    return { header: JSON.parse(start.toString('utf8', MARK.length, end)) as BackupHeader, bytes: end + 1 }
  } catch {
    throw damaged(file)
  }
}

const damaged = (file: string): BackupRefusal =>
  new BackupRefusal(`${file} is cut short or damaged: take another back-up.`)

async function withFile<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefusal(`${file} cannot be read (${error.code}).`, { cause: error })
  })
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

/** Reads a back-up from its first byte to its last: the seal is right, and each table has as many rows as it says. */
export async function verifyBackup(file: string): Promise<Totals> {
  let totals: Totals | null = null
  let rows = 0
  for await (const record of readRecords(file)) {
    if (record.kind === 'rows') rows += linesIn(record.bytes)
    else if (record.kind === 'end') totals = { tables: record.tables, rows: record.rows }
  }
  if (totals?.rows !== rows) throw damaged(file)
  return totals
}

/** COPY ends every row with a line feed, and writes those inside of texts otherwise. */
function linesIn(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

/** The records of a back-up, in order; throws at the end at the latest where the seal is not right. */
export async function* readRecords(file: string): AsyncGenerator<BackupRecord> {
  const handle = await open(file)
  const seal = createHash('sha256')
  try {
    const { bytes } = await headOf(handle, file)
    const end = (await handle.stat()).size - SEAL_BYTES
    if (end <= bytes) throw damaged(file)
    seal.update((await handle.read(Buffer.alloc(bytes), 0, bytes, 0)).buffer)
    const packed = handle.createReadStream({ start: bytes, end: end - 1, autoClose: false })
    const unpacked = createZstdDecompress()
    const flow = pipeline(packed, sealing(seal), unpacked)
    flow.catch(() => {})
    yield* recordsIn(unpacked)
    await flow
    const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, end)
    if (!seal.digest().equals(buffer)) throw damaged(file)
  } catch (error) {
    throw isGarbage(error) ? damaged(file) : error
  } finally {
    await handle.close()
  }
}

/** What reading bytes throws that nobody wrote like this. */
const isGarbage = (error: unknown): boolean =>
  error instanceof SyntaxError || /^(ZSTD_|Z_|ERR_)/.test((error as NodeJS.ErrnoException).code ?? '')

const sealing = (seal: Hash) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      seal.update(chunk)
      yield chunk
    }
  }

async function* recordsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let left: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk])
    while (left.length >= 5 && left.length >= 5 + left.readUInt32BE(1)) {
      const payload = left.subarray(5, 5 + left.readUInt32BE(1))
      yield left[0] === ROWS
        ? { kind: 'rows', bytes: payload }
        : (JSON.parse(payload.toString()) as Exclude<BackupRecord, { kind: 'rows' }>)
      left = left.subarray(5 + payload.length)
    }
  }
}

function refusalOfDisk(error: unknown, file: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code))
    return new BackupRefusal(`The disk of ${file} is full, and nothing is left there.`, { cause: error })
  if (syscall && /^E(ACCES|PERM|ROFS|NOENT|NOTDIR|ISDIR|IO)$/.test(code))
    return new BackupRefusal(`${file} cannot be written (${code}).`, { cause: error })
  return error
}
