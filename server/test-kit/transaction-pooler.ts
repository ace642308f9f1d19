import { once } from 'node:events'
import net from 'node:net'
import { connectTo } from './connect-to.ts'

/**
 * A pooler in transaction mode, as PgBouncer is one: each transaction of a client is lent whichever connection of
 * PostgreSQL was idle for longest, so that nothing of a session outlives a transaction, and settings at the beginning of a
 * connection are refused.
 */
export type TransactionPooler = {
  /** The same database, through the pooler. */
  urlFor: (user: string) => string
  /** Connections to PostgreSQL that are open. */
  servers: () => Promise<number>
  close: () => Promise<void>
}

const PARAMETERS = ['user', 'database', 'application_name', 'client_encoding']
const READY = 0x5a
/** Messages after which PostgreSQL says that it is ready: Query, Sync, FunctionCall. */
const ASKS_FOR_READY = new Set([0x51, 0x53, 0x46])
const [QUERY_IDLE, TERMINATE] = [0x49, 0x58]

type Server = { socket: net.Socket; user: string; client: Client | null }
type Client = { socket: net.Socket; user: string; server: Server | null; awaited: number; waiting: Buffer[] }

export async function startTransactionPooler(databaseUrl: string, servers = 4): Promise<TransactionPooler> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const { all, send, leave } = lendServers({ databaseUrl, database, servers })
  const clients = new Set<net.Socket>()
  const front = net.createServer((socket) => {
    clients.add(socket)
    socket.on('error', () => {})
    socket.once('data', (first: Buffer) => {
      const given = parametersOf(first)
      const unknown = Object.keys(given).find((name) => !PARAMETERS.includes(name))
      if (unknown) return socket.end(refusal(`unsupported startup parameter: ${unknown}`))
      const client: Client = { socket, user: given['user'] ?? '', server: null, awaited: 0, waiting: [] }
      socket.on('close', () => leave(client))
      splitting(socket, (message) => (message[0] === TERMINATE ? socket.end() : send(client, message)))
      return socket.write(GREETING)
    })
    socket.on('close', () => clients.delete(socket))
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { port } = front.address() as net.AddressInfo
  return {
    urlFor: (user) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    servers: async () => all.length,
    close: async () => {
      for (const socket of [...clients, ...all.map((server) => server.socket)]) socket.destroy()
      front.close()
      await once(front, 'close')
    },
  }
}

type Lent = { databaseUrl: string; database: string; servers: number }
type Lending = { all: Server[]; send: (client: Client, message: Buffer) => void; leave: (client: Client) => void }

/** The connections to PostgreSQL, each lent for one transaction at a time. */
function lendServers({ databaseUrl, database, servers }: Lent): Lending {
  const all: Server[] = []
  const idle: Server[] = []
  const queue: Client[] = []

  const lend = (server: Server, client: Client): void => {
    Object.assign(server, { client })
    client.server = server
    for (const message of client.waiting.splice(0)) send(client, message)
  }
  const release = (server: Server): void => {
    if (server.client) server.client.server = null
    server.client = null
    const next = queue.findIndex(({ user }) => user === server.user)
    const [client] = next < 0 ? [] : queue.splice(next, 1)
    if (client) lend(server, client)
    else idle.push(server)
  }
  const open = (user: string): void => {
    const server: Server = { socket: connectTo(databaseUrl), user, client: null }
    all.push(server)
    let isOpen = false
    server.socket.on('error', () => {})
    server.socket.on('close', () => {
      for (const list of [all, idle]) if (list.includes(server)) list.splice(list.indexOf(server), 1)
      server.client?.socket.destroy()
    })
    server.socket.write(startup({ user, database }))
    splitting(server.socket, (message) => {
      const isReady = message[0] === READY
      if (!isOpen && isReady) {
        isOpen = true
        return release(server)
      }
      if (!isOpen || !server.client) return
      server.client.socket.write(message)
      if (isReady && --server.client.awaited === 0 && message[5] === QUERY_IDLE) release(server)
    })
  }
  const send = (client: Client, message: Buffer): void => {
    if (!client.server) {
      client.waiting.push(message)
      if (client.waiting.length > 1) return
      const at = idle.findIndex(({ user }) => user === client.user)
      const [server] = at < 0 ? [] : idle.splice(at, 1)
      if (server) return lend(server, client)
      queue.push(client)
      for (let there = all.filter(({ user }) => user === client.user).length; there < servers; there++)
        open(client.user)
      return
    }
    if (ASKS_FOR_READY.has(message[0] ?? 0)) client.awaited += 1
    client.server.socket.write(message)
  }
  const leave = (client: Client): void => {
    if (queue.includes(client)) queue.splice(queue.indexOf(client), 1)
    // In the middle of a transaction the connection is of no use to anybody else.
    client.server?.socket.destroy()
  }
  return { all, send, leave }
}

/** Calls for each whole message: a byte for its kind, four for its length, which counts itself. */
function splitting(socket: net.Socket, each: (message: Buffer) => unknown): void {
  let left: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    left = Buffer.concat([left, bytes])
    while (left.length >= 5 && left.length > left.readUInt32BE(1)) {
      const end = 1 + left.readUInt32BE(1)
      each(left.subarray(0, end))
      left = left.subarray(end)
    }
  })
}

function framed(kind: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}

const startup = (given: Record<string, string>): Buffer =>
  framed(
    '',
    Buffer.from([0, 3, 0, 0]),
    ...Object.entries(given).flatMap(([name, value]) => [`${name}\0${value}\0`]),
    '\0',
  )

function parametersOf(message: Buffer): Record<string, string> {
  const texts = message.toString('utf8', 8).split('\0')
  const pairs = texts.flatMap((name, at) => (at % 2 === 0 && name ? [[name, texts[at + 1] ?? '']] : []))
  return Object.fromEntries(pairs) as Record<string, string>
}

/** Let in, some settings, a key to cancel by whose process is none of PostgreSQL's, ready. */
const GREETING = Buffer.concat([
  framed('R', Buffer.alloc(4)),
  framed('S', 'server_version\x0018.0\0'),
  framed('S', 'client_encoding\0UTF8\0'),
  framed('K', Buffer.from([0x7f, 0xff, 0xff, 0xfe, 0, 0, 0, 1])),
  framed('Z', 'I'),
])

const refusal = (message: string): Buffer => framed('E', `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
