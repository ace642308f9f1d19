import type { Transporter } from 'nodemailer'
import type { NoteProvider } from '../provider-notes/index.ts'

/** A file that goes along with a mail. */
export type MailFile = { fileName: string; contentType: string; body: Buffer }

/** One mail to one person. `text` is the plain part that every mail has. */
export type Mail = { to: string; subject: string; html: string; text: string; files?: readonly MailFile[] }

/** Hands a mail to the SMTP server; rejects when it does not take it, so that the job tries again. Called from jobs only. */
export type SendMail = (mail: Mail) => Promise<void>

const TIMEOUT_MS = 10_000

type Mailer = { sendMail: SendMail; close: () => void }

export function openMailer({ url, from }: { url: string; from: string }, note: NoteProvider): Mailer {
  let opened: Promise<Transporter> | null = null
  return {
    sendMail: async ({ files = [], ...mail }) => {
      try {
        // As an address, not as a text: a text is read as a list, with comments and groups.
        const to = { name: '', address: mail.to }
        const attachments = files.map(({ fileName: filename, contentType, body: content }) => ({
          filename,
          contentType,
          content,
        }))
        const transport = await (opened ??= openTransport(url))
        await transport.sendMail({ ...mail, to, from, attachments, disableFileAccess: true, disableUrlAccess: true })
        note(PROVIDER)
      } catch (failure) {
        note(PROVIDER, failureOf(failure))
        throw failure
      }
    },
    close: () => {
      opened?.then((transport) => transport.close()).catch(() => undefined)
    },
  }
}

/** A server that works on no jobs sends no mail and never loads what does. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

const PROVIDER = 'mail'

/**
 * What went wrong with the server, by its codes alone, for its sentences quote addresses. One recipient that it does not
 * take is no fault of its own.
 */
function failureOf(failure: unknown): { error: string } | undefined {
  const { code, command, responseCode } = failure as { code?: string; command?: string; responseCode?: number }
  if (code === 'EENVELOPE' && command === 'RCPT TO') return undefined
  return {
    error: `The mail server did not take a mail: ${[code, responseCode].filter(Boolean).join(' ') || 'no reason'}.`,
  }
}
