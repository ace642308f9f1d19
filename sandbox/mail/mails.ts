import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { createNewest, type Newest } from '#sandbox/platform/newest.ts'

export const MAILS_KEPT = 1_000
const SOURCE_MOST = 200_000

/** A mail as it is kept. `to` is the envelope: who truly gets it. Headers have lower-case names; `at` is ISO 8601. */
export type Mail = {
  id: string
  from: string
  /** The envelope's sender: where it comes back to. */
  bouncesTo: string
  fromName: string
  to: string[]
  subject: string
  text: string | null
  html: string | null
  headers: Record<string, string>
  attachments: { name: string; type: string; bytes: number }[]
  at: string
}

type Envelope = { from: string; to: string[] }

export type Mails = {
  kept: Newest<Mail>
  take(raw: Uint8Array, envelope: Envelope): Promise<void>
  find(id: string): Mail | undefined
  /** The mail as it came over the wire; undefined: it is gone, or larger than we keep. */
  source(mail: Mail): Buffer | undefined
}

export function createMails(): Mails {
  const kept = createNewest<Mail>(MAILS_KEPT)
  const sources = new WeakMap<Mail, Buffer>()
  return {
    kept,
    async take(raw, envelope) {
      const mail = read(await PostalMime.parse(raw), envelope)
      if (raw.length <= SOURCE_MOST) sources.set(mail, Buffer.from(raw))
      kept.add(mail)
    },
    source: (mail) => sources.get(mail),
    find: (id) => kept.newest(MAILS_KEPT).find((mail) => mail.id === id),
  }
}

function read(email: Email, envelope: Envelope): Mail {
  return {
    id: randomUUID(),
    from: email.from?.address ?? envelope.from,
    bouncesTo: envelope.from,
    fromName: email.from?.name ?? '',
    to: envelope.to,
    subject: email.subject ?? '',
    text: email.text ?? null,
    html: email.html ?? null,
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    attachments: email.attachments.map((attachment) => ({
      name: attachment.filename ?? 'unnamed',
      type: attachment.mimeType,
      bytes: typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
    })),
    at: new Date().toISOString(),
  }
}
