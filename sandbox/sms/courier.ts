import { demoNow } from '../clock/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { pause } from '../platform/pause.ts'
import { createSlots, type InSlot } from '../platform/slots.ts'
import type { SmsMessage } from './messages.ts'
import type { Receipt } from './protocol.ts'
import { endingOf } from './verdict.ts'
import { postDelivery, untilTaken } from '../platform/post-delivery.ts'
import { createHmac } from 'node:crypto'

/** The value of `x-gateway-signature` over the raw body, made at `at`. */
export function signatureOf(rawBody: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

const WAITS_BETWEEN_TRIES = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]

type Post = { url: string; secret: string; receipts: readonly Receipt[]; closing: AbortSignal }

/** Posts one batch once, signed as of now. True when the receiver took it (2xx). */
function postReceipts({ url, secret, receipts, closing }: Post): Promise<boolean> {
  const body = JSON.stringify({ receipts })
  const headers = { 'x-gateway-signature': signatureOf(body, secret, demoNow()) }
  return postDelivery({ url, body, headers, closing })
}

/** Posts until the receiver takes it, with longer and longer waits. False when all tries were in vain. */
const postUntilTaken = (post: Post): Promise<boolean> =>
  untilTaken(() => postReceipts(post), { waits: WAITS_BETWEEN_TRIES, closing: post.closing })

const GATHER_MS = 200
const RECEIPTS_PER_CALL = 500
const CALLS_AT_ONCE = 4

type Setting = { secret: string; faults: Faults; closing: AbortSignal; log: FastifyBaseLogger }
type Round = { waiting: SmsMessage[]; inSlot: InSlot; underWay: number }

/** Brings receipts to the callers: gathered for a moment, in signed batches, a few calls at once for each address. */
export function createCourier(setting: Setting) {
  const rounds = new Map<string, Round>()
  let gathering = false

  async function gather(): Promise<void> {
    gathering = true
    await pause(GATHER_MS, setting.closing)
    gathering = false
    if (setting.closing.aborted) return
    for (const [url, round] of rounds) setOut(url, round)
  }

  function setOut(url: string, round: Round): void {
    const messages = round.waiting
    round.waiting = []
    for (let from = 0; from < messages.length; from += RECEIPTS_PER_CALL) {
      const receipts = messages.slice(from, from + RECEIPTS_PER_CALL).flatMap(settled)
      if (receipts.length === 0) continue
      round.underWay++
      void deliver(setting, round.inSlot, { url, receipts }).finally(() => {
        round.underWay--
        if (round.underWay === 0 && round.waiting.length === 0) rounds.delete(url)
      })
    }
    if (round.underWay === 0) rounds.delete(url)
  }

  return {
    /** Receipts for these messages will come to `url`. */
    add(url: string, messages: readonly SmsMessage[]): void {
      if (messages.length === 0) return
      const round = rounds.get(url) ?? { waiting: [], inSlot: createSlots(CALLS_AT_ONCE), underWay: 0 }
      rounds.set(url, round)
      for (const message of messages) round.waiting.push(message)
      if (!gathering) void gather()
    },
  }
}

/** The network's verdict, written on the message and on its receipt; nothing where no receipt ever comes. */
function settled(message: SmsMessage): Receipt[] {
  const ending = endingOf(message.to)
  if (ending === 'no_report') return []
  const state = ending === 'delivered' ? ('delivered' as const) : ('failed' as const)
  const code = ending === 'delivered' ? null : ending
  Object.assign(message, { state, code })
  return [{ reference: message.reference, id: message.id, state, code, at: demoNow().toISOString() }]
}

async function deliver(setting: Setting, inSlot: InSlot, batch: { url: string; receipts: Receipt[] }): Promise<void> {
  const { secret, closing } = setting
  const post: Post = { ...batch, secret, closing }
  const fault = setting.faults.take('sms receipts')
  if (fault) await pause(fault.waitMs, closing)
  if (fault?.mode === 'webhook-never') return
  if (fault?.mode === 'webhook-forged') await inSlot(() => postReceipts(forged(post)))
  const genuine = fault?.mode === 'webhook-reordered' ? { ...post, receipts: post.receipts.toReversed() } : post
  for (let copies = fault?.mode === 'webhook-twice' ? 2 : 1; copies > 0; copies--) {
    const taken = await inSlot(() => postUntilTaken(genuine))
    if (!taken && !closing.aborted)
      setting.log.warn({ receipts: batch.receipts.length }, 'receipts given up: never taken')
  }
}

/** The forgery tells the opposite, so that whoever believes it shows it. */
const forged = (post: Post): Post => ({ ...post, secret: `not ${post.secret}`, receipts: post.receipts.map(opposite) })

const opposite = (receipt: Receipt): Receipt =>
  receipt.state === 'delivered'
    ? { ...receipt, state: 'failed', code: 'phone_off' }
    : { ...receipt, state: 'delivered', code: null }
