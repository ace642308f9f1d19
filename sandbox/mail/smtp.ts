import type { Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Fault, Faults } from '#sandbox/faults/faults.ts'
import type { Mails } from './mails.ts'

const MAIL_MAX_BYTES = 10 * 1024 * 1024
const CLOSE_WITHIN = 300

type Setting = { host: string; port: number; faults: Faults; mails: Mails }

/** Listens for mail. Any name and password will do, and none too. Resolves once it listens; rejects if it cannot. */
export async function listenForMail({ host, port, faults, mails }: Setting) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_MAX_BYTES,
    closeTimeout: CLOSE_WITHIN,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      receive(stream, session, { faults, mails }).then(() => done(), done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  // Without a listener a client that breaks off would end the process.
  server.on('error', () => {})
  return { port: portOf(server.server), close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { faults, mails }: Pick<Setting, 'faults' | 'mails'>,
) {
  // The protocol wants the whole mail read before any answer, a refusal too.
  const raw = await buffer(stream)
  if (stream.sizeExceeded) throw refusal(552, 'This mail is larger than 10 MB.')
  const fault = faults.take('mail')
  if (fault) throw refusalBy(fault)
  const { mailFrom, rcptTo } = session.envelope
  await mails.take(raw, { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) })
}

const refusalBy = (fault: Fault): Error =>
  fault.mode === 'tempfail'
    ? refusal(451, 'Try again later (set so in the sandbox).')
    : refusal(550, 'Refused (set so in the sandbox).')

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
