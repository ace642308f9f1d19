import { once } from 'node:events'
import net from 'node:net'
import { connectTo } from './connect-to.ts'

/** A network between the server and PostgreSQL that can fall silent: bytes vanish, and nothing is reset. */
export type SilentProxy = {
  /** The same database, through this network. */
  ownerUrl: string
  setSilent: (silent: boolean) => void
  /** Connections that are open on the server's side. */
  open: () => number
  close: () => Promise<void>
}

/** Of a PostgreSQL at a socket, or at a port. */
export async function startSilentProxy(databaseUrl: string, atPort = 0): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let silent = false
  const proxy = net.createServer((near) => {
    sockets.add(near)
    const far = connectTo(databaseUrl)
    near.on('data', (bytes: Buffer) => silent || far.write(bytes))
    far.on('data', (bytes: Buffer) => silent || near.write(bytes))
    far.on('close', () => silent || near.destroy())
    near.on('close', () => {
      sockets.delete(near)
      far.destroy()
    })
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  proxy.listen(atPort, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as net.AddressInfo
  return {
    ownerUrl: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    setSilent: (now) => {
      silent = now
    },
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
