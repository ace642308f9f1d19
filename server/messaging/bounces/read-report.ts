import type { Attachment } from 'postal-mime'

/**
 * What a report says of an email. `hard`: refused for good; `soft`: refused for now, or given up after trying; `accepted`: on
 * its way to a server that tells no more; `other`: nothing that counts, such as an answer by a machine.
 */
type ReportKind = 'hard' | 'soft' | 'complaint' | 'delivered' | 'accepted' | 'other'
export type MailReport = {
  kind: ReportKind
  /** The enhanced status code, `5.1.1`. */
  code: string | null
  /** What the receiving server said. */
  words: string | null
}

const WORDS_MAX_LENGTH = 300
const PARTS_MAX = 20

/** Reads a delivery status notification (RFC 3464) or a complaint (ARF, RFC 5965); anything else is `other`. */
export async function readReport(raw: Uint8Array): Promise<MailReport> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 10, forceRfc822Attachments: true }).catch(() => null)
  const parts = mail?.attachments.slice(0, PARTS_MAX) ?? []
  const complaint = fieldsOf(parts, 'message/feedback-report')[0]
  if (complaint?.has('feedback-type')) return complaintIn(complaint)
  for (const fields of fieldsOf(parts, 'message/delivery-status')) {
    const action = fields.get('action')?.toLowerCase()
    if (action) return statusIn(fields, action)
  }
  return NOTHING
}

const NOTHING: MailReport = { kind: 'other', code: null, words: null }

/** Only what a reader reported as unwanted stops an address. */
function complaintIn(fields: Fields): MailReport {
  const type = fields.get('feedback-type')?.toLowerCase() ?? ''
  if (!['abuse', 'fraud', 'opt-out'].includes(type)) return NOTHING
  return { kind: 'complaint', code: null, words: fields.get('user-agent')?.slice(0, WORDS_MAX_LENGTH) ?? null }
}

function statusIn(fields: Fields, action: string): MailReport {
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? null
  // `smtp; 550 5.1.1 …`: what stands in front says how it was said.
  const said = (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '')
  const words = said.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS_MAX_LENGTH) || null
  if (action === 'delivered') return { kind: 'delivered', code, words }
  if (action === 'relayed' || action === 'expanded') return { kind: 'accepted', code, words }
  // Whoever still tries will say more.
  if (action !== 'failed') return NOTHING
  return { kind: isHard(code, words) ? 'hard' : 'soft', code, words }
}

/** The address is wrong or gone. A full mailbox, or a server that dislikes us, may be well tomorrow. */
export function isHard(code: string | null, words: string | null): boolean {
  if (code) return /^5\.(0\.0|1\.[0-36]|1\.10|2\.[01]|4\.4|5\.0)$/.test(code)
  return /^5[05]\d\b/.test(words ?? '')
}

type Fields = ReadonlyMap<string, string>

/** The groups of fields in the parts of one kind: groups are split by an empty line, long fields folded. */
function fieldsOf(parts: readonly Attachment[], mimeType: string): Fields[] {
  return parts
    .filter((part) => part.mimeType.toLowerCase() === mimeType)
    .flatMap((part) => textOf(part).split(/\r?\n\s*\r?\n/))
    .map((group) => {
      const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
      const pairs = lines.flatMap((line): [string, string][] => {
        const at = line.indexOf(':')
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
      })
      return new Map(pairs)
    })
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder('utf8').decode(content)
