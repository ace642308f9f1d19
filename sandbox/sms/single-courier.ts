import type { FastifyBaseLogger } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { pause } from '../platform/pause.ts'
import { postDelivery, untilTaken, type Delivery } from '../platform/post-delivery.ts'
import { createSlots } from '../platform/slots.ts'

/** What a provider tells by one call. A forged one carries what is not the key. */
export type Notice = (forged: boolean) => Omit<Delivery, 'closing'>

const WAITS_BETWEEN_TRIES = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
const FIRST_AFTER_MS = 100
const CALLS_AT_ONCE = 16

type Setting = { faults: Faults; closing: AbortSignal; log: FastifyBaseLogger }

export type SingleCourier = {
  /** What is told of one message, one call after the other. */
  bring: (notices: readonly Notice[]) => void
  /** Brings one notice and answers whether it was taken, without trying again. */
  once: (notice: Notice) => Promise<boolean>
}

/** Brings what providers tell message by message: some calls at once, each again and again until it is taken. */
export function createSingleCourier({ faults, closing, log }: Setting): SingleCourier {
  const inSlot = createSlots(CALLS_AT_ONCE)
  const post = (notice: Notice, isForged: boolean): Promise<boolean> => postDelivery({ ...notice(isForged), closing })

  async function bring(notices: readonly Notice[]): Promise<void> {
    const fault = faults.take('sms receipts')
    await pause(fault?.waitMs || FIRST_AFTER_MS, closing)
    if (fault?.mode === 'webhook-never') return
    const genuine = fault?.mode === 'webhook-reordered' ? notices.toReversed() : notices
    for (const notice of genuine) {
      if (fault?.mode === 'webhook-forged') await inSlot(() => post(notice, true))
      for (let copies = fault?.mode === 'webhook-twice' ? 2 : 1; copies > 0; copies--) {
        const taken = await untilTaken(() => inSlot(() => post(notice, false)), { waits: WAITS_BETWEEN_TRIES, closing })
        if (!taken && !closing.aborted) log.warn('a notice given up: never taken')
      }
    }
  }
  return { bring: (notices) => void bring(notices), once: (notice) => post(notice, false) }
}
