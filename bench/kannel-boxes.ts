import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/test-kit/free-port.ts'

/** A real Kannel on this machine, in front of its own fake SMSC, which logs what it gets. */
export type Kannel = {
  url: string
  start: () => Promise<void>
  /** All three at once, as a machine that loses its power, the SMSC aside: its log is the truth. */
  kill: () => Promise<void>
  /** How often the SMSC got a message for each number. */
  arrivals: () => Promise<Map<string, number>>
  close: () => Promise<void>
}

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/lib/kannel/test']
const SMSC_SETTLES_MS = 500

/** Where Debian's packages put a program of Kannel's. */
function programOf(name: string): string {
  const found = PLACES.map((place) => path.join(place, name)).find((file) => existsSync(file))
  if (found === undefined) throw new Error(`There is no ${name} here: apt-get install kannel kannel-extras.`)
  return found
}

export const KANNEL_USER = { username: 'narthex', password: 'narthex-bench-password' }

/** Everything is kept in a temporary folder; nothing listens but on 127.0.0.1. */
export async function openKannel(): Promise<Kannel> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-kannel-'))
  const programs = { bearerbox: programOf('bearerbox'), smsbox: programOf('smsbox'), fakesmsc: programOf('fakesmsc') }
  const ports = { admin: await freePort(), boxes: await freePort(), smsc: await freePort(), sendsms: await freePort() }
  const file = path.join(folder, 'kannel.conf')
  writeFileSync(file, configuration(folder, ports))
  let running: ChildProcess[] = []
  let times = 0

  /** What it says goes to a file of its own. */
  const run = (program: keyof typeof programs, args: string[]): void => {
    const log = openSync(path.join(folder, `${program}-${times}.log`), 'w')
    running.push(spawn(programs[program], args, { stdio: ['ignore', log, log], cwd: folder }))
  }
  const start = async (): Promise<void> => {
    times += 1
    run('bearerbox', ['-v', '2', file])
    await answers(`http://127.0.0.1:${ports.admin}/status.txt?password=narthex-bench`)
    run('fakesmsc', ['-H', '127.0.0.1', '-r', String(ports.smsc), '-m', '0', '1 2 text none'])
    await sleep(SMSC_SETTLES_MS)
    run('smsbox', ['-v', '2', file])
    await answers(`http://127.0.0.1:${ports.sendsms}/`)
  }
  const kill = async (): Promise<void> => {
    const alive = running.filter((child) => (child.exitCode ?? child.signalCode) === null)
    const ended = alive.map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGKILL')
    running = []
    await Promise.all(ended)
  }
  return {
    url: `http://127.0.0.1:${ports.sendsms}`,
    start,
    kill,
    arrivals: () => arrivalsIn(folder),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).catch(() => null)) return
    await sleep(100)
  }
  throw new Error('Kannel does not answer.')
}

const GOT = /Got message \d+: <\S+ (\+?\d+) /

async function arrivalsIn(folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const name of readdirSync(folder).filter((log) => log.startsWith('fakesmsc')))
    for await (const line of createInterface({ input: createReadStream(path.join(folder, name)) })) {
      const number = GOT.exec(line)?.[1]
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  return counts
}

type Ports = { admin: number; boxes: number; smsc: number; sendsms: number }

/** As docs/gateway.md has it, with the fake SMSC in place of a carrier. */
const configuration = (folder: string, { admin, boxes, smsc, sendsms }: Ports): string => `
group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = narthex-bench
smsbox-port = ${boxes}
smsbox-interface = 127.0.0.1
store-type = file
store-location = "${folder}/kannel.store"
store-dump-freq = 10
dlr-storage = internal
log-level = 2

group = smsc
smsc = fake
smsc-id = fake
host = 127.0.0.1
port = ${smsc}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${boxes}
sendsms-port = ${sendsms}
sendsms-interface = 127.0.0.1
http-request-retry = 100
http-queue-delay = 1
max-pending-requests = 64
log-level = 2

group = sendsms-user
username = ${KANNEL_USER.username}
password = ${KANNEL_USER.password}
concatenation = true
max-messages = 10
`
