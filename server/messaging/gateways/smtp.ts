import type { Transporter } from 'nodemailer'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { emailSource } from './email-source.ts'
import { cannotTell, submitEach } from './ask-provider.ts'
import {
  GatewayBusy,
  GatewayClosed,
  GatewayUnsure,
  type EmailParts,
  type Gateway,
  type GatewayAnswer,
  type OutgoingMessage,
} from './gateway.ts'
import { turnsByDomain } from './turns-by-domain.ts'

/** `domainRate`: how many emails a second go to one receiving domain. */
type Settings = { url: string; domainRate: number }

/** What a killed worker leaves in doubt, of each of its lanes: SMTP knows no way to ask whether an email was taken. */
const BATCH = 25
const CONNECTIONS = 5
const EMAILS_A_CONNECTION = 100
const TIMEOUT_MS = 20_000
const IDLE_MS = 2_000
const PAUSE_SECONDS = 15
const WORDS_MAX_LENGTH = 300

/**
 * A mail server that takes emails over SMTP. Each is handed over once: where the connection dies between its last byte and the
 * server's answer it stays in doubt, until a report of the server says more. What comes back later comes to the bounce address.
 */
export function smtpGateway({ url, domainRate }: Settings): Gateway {
  const connections = keptConnections(url)
  const turn = turnsByDomain(domainRate)
  return {
    batch: BATCH,
    submit: (messages) =>
      connections.during((transport) =>
        submitEach(
          messages.map((message): [OutgoingMessage] => [message]),
          async ([message]) => {
            await turn(message.permit.address)
            return [await submitOne(transport, message)]
          },
        ),
      ),
    lookUp: (messages) => Promise.resolve(messages.map(cannotTell)),
    readReceipts: () => 'unsigned',
    readReplies: () => 'unsigned',
  }
}

async function submitOne(transport: Transporter, message: OutgoingMessage): Promise<GatewayAnswer> {
  const { reference, email } = message
  if (!email) throw new Error('A message for the mail server is no email.')
  try {
    await transport.sendMail(await mailOf(message, email))
    return { reference, status: 'accepted', reason: null }
  } catch (failure) {
    return answerTo(reference, failure)
  }
}

async function mailOf({ from: fromName, permit, text }: OutgoingMessage, email: EmailParts) {
  const { fromAddress: from, bouncesTo, messageId } = email
  const { address: to, at } = permit
  return {
    envelope: { from: bouncesTo, to: [to] },
    // Where the server can, it says what became of the email.
    dsn: { return: 'headers' as const, notify: ['failure', 'delay', 'success'], id: messageId },
    raw: await emailSource({ ...email, fromName, from, to, text, at }),
  }
}

type SmtpFailure = { code?: string; command?: string; responseCode?: number; response?: string }

/** Nothing was said to the server yet. */
const NEVER_ARRIVED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EDNS',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAUTH',
])

/** What a failure says of one email: about it, about the server, or nothing at all. */
function answerTo(reference: string, failure: unknown): GatewayAnswer {
  const { code = '', command = '', responseCode = 0, response = '' } = failure as SmtpFailure
  const { syscall: cause = '' } = failure as { syscall?: string }
  const isAboutEmail = command === 'RCPT TO' || (command === 'DATA' && responseCode >= 500)
  if (isAboutEmail && responseCode >= 400) return { reference, status: 'rejected', ...wordsOf(responseCode, response) }
  if (responseCode === 421 || (responseCode >= 400 && responseCode < 500))
    return untaken(reference, new GatewayBusy(PAUSE_SECONDS))
  if (responseCode >= 500 || NEVER_ARRIVED.has(code) || cause === 'connect')
    return untaken(reference, new GatewayClosed(`The mail server took nothing: ${responseCode || code}.`))
  return { reference, status: 'unsure', reason: null, failure: new GatewayUnsure('The mail server did not answer.') }
}

const untaken = (reference: string, failure: Error): GatewayAnswer => ({
  reference,
  status: 'untaken',
  reason: null,
  failure,
})

const ENHANCED = /\b([245]\.\d{1,3}\.\d{1,3})\b/

/** Why an email was refused, in our words, and in the server's. */
function wordsOf(responseCode: number, response: string): { reason: DeliveryReason; code: string } {
  const enhanced = ENHANCED.exec(response)?.[1] ?? ''
  const code = response.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS_MAX_LENGTH) || String(responseCode)
  return { reason: reasonOf(enhanced, responseCode), code }
}

/** Enhanced status codes, RFC 3463. */
export function reasonOf(enhanced: string, responseCode = 0): DeliveryReason {
  const detail = enhanced.slice(2)
  if (detail === '2.2') return 'inbox_full'
  if (responseCode < 500 && !enhanced.startsWith('5')) return 'not_now'
  if (/^1\.[0-36]$|^1\.10$|^2\.1$/.test(detail)) return 'no_such_address'
  if (detail.startsWith('7.')) return 'blocked_by_network'
  return 'refused'
}

/** Connections that are kept while there is something to send, and a moment longer. */
function keptConnections(url: string) {
  let opened: Promise<Transporter> | null = null
  let users = 0
  let idle: NodeJS.Timeout | undefined
  const close = (): void => {
    opened?.then((transport) => transport.close()).catch(() => undefined)
    opened = null
  }
  return {
    async during<T>(work: (transport: Transporter) => Promise<T>): Promise<T> {
      clearTimeout(idle)
      users += 1
      try {
        return await work(await (opened ??= openTransport(url)))
      } finally {
        users -= 1
        if (users === 0) idle = setTimeout(close, IDLE_MS)
      }
    },
  }
}

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: EMAILS_A_CONNECTION,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}
