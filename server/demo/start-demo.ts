import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config/index.ts'
import { sandboxGatewaySecrets } from '../platform/config/gateway-keys.ts'
import { sandboxPaymentSecrets } from '../platform/config/payment-keys.ts'
import type { AppContext } from '../platform/app-context.ts'
import { instantOf, movableClock, wallTime, type MovableClock } from '../platform/runtime/index.ts'
import { churchPlans } from './church-plans.ts'
import { moveDemoClock, readDemoClock } from './demo-clock.ts'
import { makeDemo, type MadeDemo } from './make-demo.ts'
import { PASSWORD } from './sign-ins.ts'
import { keepAlive, type KeptAlive } from './keep-alive.ts'

/** Where the church is whose days the demo's clock shows. */
const ZONE = churchPlans[0]?.timeZone ?? 'UTC'

type Demo = {
  clock: MovableClock
  /** Makes what is missing of the demo and answers what to tell whoever started it. */
  prepare: (context: AppContext) => Promise<string>
  /** Ends what keeps it alive; the server is still there. */
  rest: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts the sandbox that stands in for the providers; the demo churches need a running server. */
export async function startDemo(config: Config): Promise<Demo> {
  const { startSandbox } = await import('#sandbox/index.ts')
  const clock = movableClock()
  let alive: KeptAlive | null = null
  let move = (_aheadMs: number): Promise<void> => Promise.reject(new Error('The demo is still being made.'))
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: config.sandboxPort,
    smtpPort: config.sandboxSmtpPort,
    smsSecrets: {
      ...sandboxGatewaySecrets,
      ...(config.gateways.default && {
        SMS_GATEWAY_KEY: config.gateways.default.key,
        SMS_RECEIPT_SECRET: config.gateways.default.receiptSecret,
      }),
    },
    smsWebhookUrl: `http://127.0.0.1:${config.port}/api/webhooks/sms`,
    paymentSecrets: sandboxPaymentSecrets,
    standingCards: churchPlans.flatMap(({ keptCard }) => keptCard ?? []),
    webhookUrl: `http://127.0.0.1:${config.port}/api/webhooks/payments`,
    clock: { ...clock, zone: ZONE, move: (aheadMs) => move(aheadMs), wall: wallTime, instantOf },
  })
  return {
    clock,
    prepare: async (context) => {
      await readDemoClock(context, clock)
      const made = await makeDemo(context)
      if (made.signIns.length > 0) alive = keepAlive(context)
      move = async (aheadMs) => {
        await moveDemoClock(context, clock, aheadMs)
        await alive?.look()
      }
      return describe(made, { sandboxPort: sandbox.port, config })
    },
    rest: async () => alive?.stop(),
    stop: () => Promise.race([sandbox.close(), sleep(3_000)]),
  }
}

function describe(
  { signIns, isOlder }: MadeDemo,
  { sandboxPort, config }: { sandboxPort: number; config: Config },
): string {
  const lines = [`Sandbox (SMS, mail, payments, push) http://localhost:${sandboxPort}`]
  if (signIns.length > 0) lines.push('', `Sign in with the password ${PASSWORD} as`)
  const widest = Math.max(...signIns.map(({ who }) => who.length))
  for (const { who, userName } of signIns) lines.push(`  ${who.padEnd(widest)}  ${userName}`)
  if (isOlder) lines.push('', howToMakeAnew(config))
  return lines.join('\n')
}

const howToMakeAnew = ({ databaseUrl, dataDir }: Config): string =>
  'An older version made this demo: it does not have everything that is new. To make it anew, stop Narthex, ' +
  (databaseUrl ? 'empty the database in DATABASE_URL' : `delete the folder ${dataDir}`) +
  ' and start again.'
