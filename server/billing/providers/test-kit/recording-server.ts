import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A call as it came: `path` without its query, which is text without the question mark. */
export type Recorded = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  bytes: Buffer
  body: string
}

/** `raw` goes out as it is, `body` as JSON. `hang`: the head comes, and then nothing. */
export type Reply = {
  status?: number
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
  hang?: boolean
}

export type RecordingServer = {
  url: string
  /** Everything that was asked since the last `answer`. */
  calls: Recorded[]
  /** What it says from now on; `never` leaves a call without a word, `cut` ends the connection. */
  answer: (reply: (call: Recorded) => Reply | 'never' | 'cut') => void
  close: () => Promise<void>
}

/** A server on this machine that keeps what it is asked and says what it is told to. */
export async function openRecordingServer(): Promise<RecordingServer> {
  const calls: Recorded[] = []
  let reply: (call: Recorded) => Reply | 'never' | 'cut' = () => ({ status: 500 })
  const server = createServer((request, response) => {
    recorded(request)
      .then((call) => {
        calls.push(call)
        say(response, reply(call))
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: (next) => {
      calls.length = 0
      reply = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A call as a document is asked about it: one without a body has none. */
export const asAsked = ({ headers, query, body }: Recorded) => ({ headers, query, ...(body && { body }) })

async function recorded(request: IncomingMessage): Promise<Recorded> {
  const bytes = await buffer(request)
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return { method: request.method ?? '', path, query, headers, bytes, body: bytes.toString('utf8') }
}

function say(response: ServerResponse, reply: Reply | 'never' | 'cut'): void {
  if (reply === 'never') return
  if (reply === 'cut') {
    response.destroy()
    return
  }
  const { status = 200, body, raw = JSON.stringify(body ?? {}), headers = {}, hang = false } = reply
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (!hang) response.end(raw)
  else response.write(raw)
}
