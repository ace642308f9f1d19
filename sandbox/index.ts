import { clockRoutes, clockTab } from './clock/clock-tab.ts'
import { tellTime, type DemoClock } from './clock/clock.ts'
import { openDns } from './dns/dns-server.ts'
import { faultRoutes } from './faults/routes.ts'
import { createFaults } from './faults/faults.ts'
import { openMailbox } from './mail/mailbox.ts'
import { pageRoutes } from './page/routes.ts'
import { createApp } from './platform/app.ts'
import { createPayments } from './payments/payments.ts'
import type { StandingCard } from './payments/till/cards.ts'
import type { PaymentSecrets } from './platform/provider.ts'
import { createPushService } from './push/push-service.ts'
import { createSmsGateway } from './sms/gateway.ts'
import type { SmsSecrets } from './sms/provider.ts'

/** Ports of 0 take any that is free. */
export type SandboxOptions = {
  host: string
  port: number
  smtpPort: number
  smsSecrets: SmsSecrets
  /** SMS providers that call the address of their dashboard call `<smsWebhookUrl>/<gateway>`; null or left out: nobody. */
  smsWebhookUrl?: string | null
  paymentSecrets: PaymentSecrets
  /** Notices of payments go to `<webhookUrl>/<provider>`; null or left out: none are sent. */
  webhookUrl?: string | null
  /** Cards that churches of the demo beside it let us keep. */
  standingCards?: readonly StandingCard[]
  /** Of the demo that it stands beside. */
  clock?: DemoClock
}

/** `dnsPort`: of UDP, the same number as the mail server's unless any would do. */
export type Sandbox = { port: number; smtpPort: number; dnsPort: number; close(): Promise<void> }

/**
 * Starts the server that stands in for the providers: an SMS gateway, a mail server, payment providers, a push service and
 * a DNS, all in memory.
 * Rejects when a port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const closing = new AbortController()
  const faults = createFaults()
  const app = createApp()
  const mailbox = await openMailbox({
    host: options.host,
    port: options.smtpPort,
    faults,
    webhookUrl: options.webhookUrl ?? null,
    closing: closing.signal,
  })
  const gateway = createSmsGateway({
    ...options,
    smsWebhookUrl: options.smsWebhookUrl ?? null,
    faults,
    closing: closing.signal,
  })
  const payments = createPayments({
    ...options,
    webhookUrl: options.webhookUrl ?? null,
    faults,
    closing: closing.signal,
    log: app.log,
  })
  const push = createPushService({ faults, closing: closing.signal })
  const dns = await openDns({ host: options.host, port: options.smtpPort, faults }).catch(async (failure: unknown) => {
    await mailbox.close()
    throw failure
  })
  const standIns = [gateway, mailbox, payments, push, dns] as const

  faultRoutes(app, faults)
  const { clock } = options
  if (clock) {
    tellTime(clock)
    clockRoutes(app, clock)
  }
  const tabs = [gateway.tab, mailbox.tab, payments.tab, push.tab, dns.tab, ...(clock ? [clockTab(clock)] : [])] as const
  pageRoutes(app, tabs, faults)
  const close = async () => {
    closing.abort()
    if (clock) tellTime(null)
    await Promise.all([app.close(), ...standIns.map((standIn) => standIn.close())])
  }
  let port: number
  try {
    for (const standIn of standIns) await app.register((routes) => standIn.routes(routes))
    port = portOf(await app.listen({ host: options.host, port: options.port }))
  } catch (error) {
    await close()
    throw error
  }
  return { port, smtpPort: mailbox.port, dnsPort: dns.port, close }
}

const portOf = (address: string): number => Number(new URL(address).port)
