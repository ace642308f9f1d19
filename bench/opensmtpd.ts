import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/test-kit/free-port.ts'

/** A real mail server on this machine, which keeps each email in a file and refuses what it is told to. */
export type MailServer = {
  url: string
  start: () => Promise<void>
  /** What was delivered: the address, and the email as it stands in the mailbox. */
  delivered: () => { to: string; source: Buffer }[]
  close: () => Promise<void>
}

/** Addresses that are refused for good, for now, and only by the server behind it, so that a report comes back. */
export type Refused = { gone: string[]; full: string[]; later: string[] }
type Setting = { refused: Refused; bounceDomains: string[]; reportsTo: string }

const PROGRAM = '/usr/sbin/smtpd'
/** Whoever hands emails to a mailbox: never root. */
const USER = 'nobody'

/** Why there is none here; null: there is. Its queue has one place on a machine, and belongs to root. */
export function whyNoMailServer(): string | null {
  if (!existsSync(PROGRAM)) return 'OpenSMTPD is not installed: apt-get install opensmtpd'
  return process.getuid?.() === 0 ? null : 'OpenSMTPD needs root'
}

export async function openMailServer({ refused, bounceDomains, reportsTo }: Setting): Promise<MailServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-smtpd-'))
  const mailbox = path.join(folder, 'mail')
  mkdirSync(mailbox)
  chmodSync(folder, 0o755)
  chmodSync(mailbox, 0o777)
  for (const [name, addresses] of Object.entries(refused))
    writeFileSync(path.join(folder, name), `${addresses.join('\n')}\n`)
  const ports = { front: await freePort(), behind: await freePort() }
  const file = path.join(folder, 'smtpd.conf')
  writeFileSync(file, configuration({ folder, mailbox, ports, bounceDomains, reportsTo }))
  let running: ChildProcess | null = null
  return {
    url: `smtp://127.0.0.1:${ports.front}`,
    start: async () => {
      const log = openSync(path.join(folder, 'log'), 'a')
      running = spawn(PROGRAM, ['-d', '-f', file], { stdio: ['ignore', log, log] })
      await answers(ports.front, () => readFileSync(path.join(folder, 'log'), 'utf8'))
    },
    delivered: () =>
      readdirSync(mailbox).map((name) => ({
        to: name.slice(name.indexOf('_') + 1),
        source: readFileSync(path.join(mailbox, name)),
      })),
    close: async () => {
      if (running && running.exitCode === null) {
        running.kill('SIGTERM')
        await once(running, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number, log: () => string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = net.connect(port, '127.0.0.1')
    const isThere = await once(socket, 'data').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await sleep(100)
  }
  throw new Error(`OpenSMTPD does not answer:\n${log()}`)
}

type Configured = Omit<Setting, 'refused'> & {
  folder: string
  mailbox: string
  ports: { front: number; behind: number }
}

/** As docs/operations.md has it, with a mailbox in place of the world. */
const configuration = ({ folder, mailbox, ports, bounceDomains, reportsTo }: Configured): string => `
table gone file:${folder}/gone
table full file:${folder}/full
table later file:${folder}/later
filter "gone" phase rcpt-to match rcpt-to <gone> reject "550 5.1.1 No such user here"
filter "full" phase rcpt-to match rcpt-to <full> reject "452 4.2.2 Mailbox full"
filter "later" phase rcpt-to match rcpt-to <later> reject "550 5.1.1 The next server knows no such user"
smtp max-message-size 1M
listen on 127.0.0.1 port ${ports.front} filter { "gone", "full" }
listen on 127.0.0.1 port ${ports.behind} filter { "later" }
action "keep" mda "cat > ${mailbox}/$$_%{rcpt}" user ${USER} virtual { "@" = "${USER}" }
action "onward" relay host smtp://127.0.0.1:${ports.behind}
action "report" mda "curl -sf --data-binary @- -H 'content-type: message/rfc822' ${reportsTo}/%{rcpt}" user ${USER} virtual { "@" = "${USER}" }
match from any for domain { ${bounceDomains.map((domain) => `"${domain}"`).join(', ')} } action "report"
match from any for rcpt-to <later> action "onward"
match from any for any action "keep"
`
