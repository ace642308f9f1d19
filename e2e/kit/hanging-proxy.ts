import { once } from 'node:events'
import net from 'node:net'

/** A network to the server that can hang: it connects, and nothing is answered. What was sent meanwhile may arrive later. */
export type HangingProxy = {
  url: string
  hang: () => void
  /** New calls are answered again; those that hung are still on their way. */
  recover: () => void
  /** What hung arrives at the server now, although nobody waits for an answer any more. */
  arrive: () => Promise<void>
  close: () => Promise<void>
}

export async function startHangingProxy(target: string): Promise<HangingProxy> {
  const { port: targetPort } = new URL(target)
  const sockets = new Set<net.Socket>()
  let isHanging = false
  let held: Buffer[][] = []
  const proxy = net.createServer((near) => {
    sockets.add(near)
    const far = net.connect(Number(targetPort), 'localhost')
    const late: Buffer[] = []
    near.on('data', (bytes: Buffer) => {
      if (!isHanging && late.length === 0) return void far.write(bytes)
      if (late.length === 0) held.push(late)
      late.push(bytes)
    })
    far.on('data', (bytes: Buffer) => isHanging || near.write(bytes))
    far.on('close', () => near.destroy())
    near.on('close', () => {
      sockets.delete(near)
      far.destroy()
    })
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  const { port } = proxy.address() as net.AddressInfo
  return {
    url: `http://localhost:${port}`,
    hang: () => {
      isHanging = true
    },
    recover: () => {
      isHanging = false
      // As a browser finds them when it comes back: connections on which nothing comes any more.
      for (const socket of sockets) socket.destroy()
    },
    arrive: async () => {
      const calls = held
      held = []
      await Promise.all(calls.map((late) => deliver(Number(targetPort), Buffer.concat(late))))
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Waits until the server has answered, or closed. */
async function deliver(port: number, bytes: Buffer): Promise<void> {
  const far = net.connect(port, 'localhost')
  far.on('error', () => {})
  far.write(bytes)
  await Promise.race([once(far, 'data'), once(far, 'close')])
  far.destroy()
}
