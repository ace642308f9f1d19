import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/platform/config/index.ts'
import type { House } from '#server/platform/house.ts'
import { makeDemo, PASSWORD, signIns } from './make-demo.ts'

export type Demo = { announce: (house: House) => Promise<void>; stop: () => Promise<void> }

/** Starts the sandbox that stands in for the providers; the demo churches are made when the server is announced. */
export async function startDemo(config: Config): Promise<Demo> {
  const { startSandbox } = await import('#sandbox/index.ts')
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: config.sandboxPort,
    smtpPort: config.sandboxSmtpPort,
    gatewayKey: config.smsGateway.key,
    receiptSecret: config.smsGateway.receiptSecret,
  })
  return {
    announce: async (house) => {
      await makeDemo(house)
      const widest = Math.max(...signIns.map(({ who }) => who.length))
      console.log(`Sandbox (SMS, mail) http://localhost:${sandbox.port}\n\nSign in with the password ${PASSWORD} as`)
      for (const { who, userName } of signIns) console.log(`  ${who.padEnd(widest)}  ${userName}`)
    },
    stop: () => Promise.race([sandbox.close(), sleep(3_000)]),
  }
}
