import { randomInt } from 'node:crypto'
import net from 'node:net'

// Below the ports that systems give to outgoing connections: one of those could take a port between our looking and
// the server's listening.
const LOWEST = 12_000
const HIGHEST = 32_000

/**
 * A port that nobody listens on, with `neighbours` more behind it. Servers whose address must be known before they
 * listen (receipts come back to it) need one.
 */
export async function freePort(neighbours = 0): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST - neighbours)
    if (await areFree(port, neighbours)) return port
  }
}

/** Whether nobody listens on a port and its neighbours. */
export async function areFree(port: number, neighbours = 0): Promise<boolean> {
  const probes = await Promise.all(Array.from({ length: neighbours + 1 }, (_, index) => isFree(port + index)))
  return probes.every(Boolean)
}

function isFree(port: number): Promise<boolean> {
  const probe = net.createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
