import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { openFloor, type FloorPlan } from './floor-store.ts'
import { openSendingFloor } from './sending-floor-store.ts'
import { openRegistrationFloor, type FloorRegistration } from './registration-floor-store.ts'

/**
 * The floor: a bare node:http server that does the same work with prepared statements, without sessions, contract or
 * headers; what a send of it does says sending-floor-store.ts. `node bench/floor.ts <plan as JSON>`; prints its port.
 */
const plan = JSON.parse(process.argv[2] ?? '{}') as FloorPlan
const store = openFloor(plan)
const sending = openSendingFloor(plan)
const registrations = openRegistrationFloor(plan)

const server = http.createServer((request, reply) => {
  answer(request).then(
    (body) => {
      const text = JSON.stringify(body)
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      reply.end(text)
    },
    (error: unknown) => {
      reply.writeHead(500, { 'content-length': 0 })
      reply.end()
      console.error(error)
    },
  )
})

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => void Promise.all([store.close(), sending.close(), registrations.close()]))
})

async function answer(request: http.IncomingMessage): Promise<object> {
  const [path, nth] = (request.url ?? '').split('?')
  if (path === '/people') return store.peoplePage()
  if (path === '/search') return store.search()
  if (path === '/send') {
    const { message, toOthers } = (await readBody(request)) as { message: string; toOthers?: string }
    return sending.send(Number(nth), message, toOthers)
  }
  if (path === '/family') return registrations.family(nth ?? '')
  if (path === '/register') return registrations.register((await readBody(request)) as FloorRegistration)
  return { status: 'ok' }
}

async function readBody(request: http.IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}
