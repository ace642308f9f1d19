import { once } from 'node:events'
import net from 'node:net'
import { connectTo } from './connect-to.ts'

/** A network between the server and PostgreSQL that can fall silent: bytes vanish, and nothing is reset. Or it is slow. */
export type SilentProxy = {
  /** The same database, through this network. */
  ownerUrl: string
  setSilent: (silent: boolean) => void
  /** From now on each answer takes so much longer. */
  setLate: (milliseconds: number) => void
  /** Resets every connection. */
  cut: () => void
  /** Connections that are open on the server's side. */
  open: () => number
  close: () => Promise<void>
}

/** Of a PostgreSQL at a socket, or at a port. */
export async function startSilentProxy(databaseUrl: string, atPort = 0): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let silent = false
  let late = 0
  const proxy = net.createServer((near) => {
    sockets.add(near)
    const far = connectTo(databaseUrl)
    near.on('data', (bytes: Buffer) => silent || far.write(bytes))
    far.on('data', (bytes: Buffer) => silent || (late ? setTimeout(() => near.write(bytes), late) : near.write(bytes)))
    far.on('close', () => silent || near.destroy())
    near.on('close', () => {
      sockets.delete(near)
      far.destroy()
    })
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  const cut = (): void => sockets.forEach((socket) => socket.destroy())
  proxy.listen(atPort, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as net.AddressInfo
  return {
    ownerUrl: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    setSilent: (now) => {
      silent = now
    },
    setLate: (milliseconds) => {
      late = milliseconds
    },
    cut,
    open: () => sockets.size,
    close: async () => {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
