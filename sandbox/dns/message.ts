/** What the sandbox's DNS knows of: lines as people write them at whoever keeps their domain. */
export const lineTypes = ['TXT', 'CNAME'] as const
type LineType = (typeof lineTypes)[number]
export type Line = { name: string; type: LineType; value: string }

const NUMBERS: Record<LineType, number> = { TXT: 16, CNAME: 5 }
const OPT = 41
const HEADER_BYTES = 12
const STRING_MOST = 255
/** What a question asks of, behind its header; 0: more signs than a name has. */
const QUESTION_TAIL = 4

type Question = { name: string; type: number; end: number }

/** The one question of a message (RFC 1035); null: it is none that we could read. */
export function readQuestion(message: Buffer): Question | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(4) !== 1) return null
  const labels: string[] = []
  let at = HEADER_BYTES
  for (;;) {
    const length = message[at]
    if (length === undefined || length > 63) return null
    at += 1
    if (length === 0) break
    labels.push(message.toString('latin1', at, at + length))
    at += length
  }
  if (at + QUESTION_TAIL > message.length) return null
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at), end: at + QUESTION_TAIL }
}

const CODES = { answered: 0, failed: 2, missing: 3 } as const
export type Answering = { lines: readonly Line[]; code: keyof typeof CODES }

/** The answer to a question: the lines of its name and type. Large ones are answered whole, as EDNS allows. */
export function writeAnswer(asked: Buffer, question: Question, { lines, code }: Answering): Buffer {
  const header = Buffer.from(asked.subarray(0, HEADER_BYTES))
  const asksMore = header.readUInt16BE(10) > 0
  const fitting = lines.filter(({ type }) => NUMBERS[type] === question.type)
  header.writeUInt16BE(0x8580 | CODES[code], 2)
  header.writeUInt16BE(fitting.length, 6)
  header.writeUInt16BE(0, 8)
  header.writeUInt16BE(asksMore ? 1 : 0, 10)
  const records = fitting.map(recordOf)
  return Buffer.concat([header, asked.subarray(HEADER_BYTES, question.end), ...records, ...(asksMore ? [edns()] : [])])
}

function recordOf({ type, value }: Line): Buffer {
  const data = type === 'TXT' ? textOf(value) : nameOf(value)
  const head = Buffer.alloc(12)
  // The name that was asked, by its place in the message.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  head.writeUInt16BE(NUMBERS[type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function edns(): Buffer {
  const record = Buffer.alloc(11)
  record.writeUInt16BE(OPT, 1)
  record.writeUInt16BE(4096, 3)
  return record
}

/** A long text goes as several strings, which belong together. */
function textOf(value: string): Buffer {
  const bytes = Buffer.from(value)
  const parts: Buffer[] = []
  for (let at = 0; at < Math.max(bytes.length, 1); at += STRING_MOST) {
    const part = bytes.subarray(at, at + STRING_MOST)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(parts)
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').filter(Boolean)
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])
}
