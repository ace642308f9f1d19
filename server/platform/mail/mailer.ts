import { createTransport } from 'nodemailer'

/** One mail to one person. `text` is the plain part that every mail has. */
export type Mail = { to: string; subject: string; html: string; text: string }

/** Hands a mail to the SMTP server; rejects when it does not take it, so that the job tries again. Called from jobs only. */
export type SendMail = (mail: Mail) => Promise<void>

const TIMEOUT_MS = 10_000

export function openMailer({ url, from }: { url: string; from: string }): { sendMail: SendMail; close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    sendMail: async (mail) => {
      await transport.sendMail({ ...mail, from, disableFileAccess: true, disableUrlAccess: true })
    },
    close: () => transport.close(),
  }
}
