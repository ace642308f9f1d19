import { demoNow } from '../../clock/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Fault, Faults } from '../../faults/faults.ts'
import { pause } from '../../platform/pause.ts'
import type { Charge, ChargeEvent } from './charge.ts'
import { type Delivery, postDelivery, untilTaken } from '../../platform/post-delivery.ts'
import type { PaymentProvider, Signers } from '../../platform/provider.ts'

const WAITS_BETWEEN_TRIES = [250, 500, 1_000, 2_000, 5_000, 10_000]

const DAY = 86_400_000

export type Courier = {
  /** Tells the caller, over its webhook, what happened to a charge. */
  bring(charge: Charge, event: ChargeEvent): void
}

type Setting = {
  /** Each provider's notices go to its name below this address; null: none are sent. */
  webhookUrl: string | null
  signers: Signers
  faults: Faults
  closing: AbortSignal
  log: FastifyBaseLogger
}

export function createCourier({ webhookUrl, signers, faults, closing, log }: Setting): Courier {
  if (webhookUrl === null) return { bring: () => {} }
  /** Notices that wait to be overtaken by the next one of their provider. */
  const overtaken = new Map<PaymentProvider, () => void>()

  async function send(charge: Charge, event: ChargeEvent, fault: Fault | undefined): Promise<void> {
    const at = new Date(demoNow().getTime() - (fault?.mode === 'webhook-stale' ? DAY : 0))
    const notice = charge.talk.notice(event, at)
    if (!notice || fault?.mode === 'webhook-never') return
    const { provider } = charge
    const body = JSON.stringify(notice)
    const delivery = (forged: boolean): Delivery => ({
      url: `${webhookUrl}/${provider}`,
      body,
      headers: signers[provider]({ body, at, forged }),
      closing,
    })
    if (fault?.mode === 'webhook-reordered') await turn(provider, fault.waitMs)
    else if (fault) await pause(fault.waitMs, closing)
    if (fault?.mode === 'webhook-forged') await postDelivery(delivery(true))
    for (let copies = fault?.mode === 'webhook-twice' ? 2 : 1; copies > 0; copies--)
      if (
        !(await untilTaken(() => postDelivery(delivery(false)), { waits: WAITS_BETWEEN_TRIES, closing })) &&
        !closing.aborted
      )
        log.warn({ provider, event }, 'a notice given up: never taken')
    overtaken.get(provider)?.()
  }

  /** Ends when the next notice of the provider has been brought, and after the wait at the latest. */
  async function turn(provider: PaymentProvider, waitMs: number): Promise<void> {
    const next = new Promise<void>((resolve) => overtaken.set(provider, resolve))
    await Promise.race([next, pause(waitMs, closing)])
    overtaken.delete(provider)
  }

  return {
    bring(charge, event) {
      if (!charge.talk.notice(event, demoNow())) return
      void send(charge, event, faults.take(`${charge.provider} webhook`))
    },
  }
}
