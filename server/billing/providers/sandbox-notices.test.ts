import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '#contract/billing/providers.ts'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { sandboxPaymentSecrets } from '../../platform/config/payment-keys.ts'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import { openProviders } from './index.ts'
import type { PaymentProvider, Reading, Received } from './provider.ts'
import { openRecordingServer, type Recorded, type RecordingServer } from './test-kit/recording-server.ts'
import { charge } from './test-kit/samples.ts'
import { sandboxKeys, sandboxPage } from './test-kit/begun.ts'

let receiver: RecordingServer
let sandbox: Sandbox
let page: ReturnType<typeof sandboxPage>
let find: (name: Provider) => PaymentProvider
beforeAll(async () => {
  receiver = await openRecordingServer()
  receiver.answer(() => ({ status: 200 }))
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets, webhookUrl: receiver.url })
  const url = `http://127.0.0.1:${sandbox.port}`
  page = sandboxPage(url)
  const providers = openProviders(sandboxKeys(url, sandboxPaymentSecrets), () => {})
  find = (name) => {
    const found = providers.find(name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
})
afterEach(() => page.noFaults())
afterAll(async () => {
  await sandbox.close()
  await receiver.close()
})

/** A payment, paid with the sandbox's notices going wrong in this way; answers it and what it was told of it. */
async function paid(name: Provider, { mode = '', notices = 1 } = {}) {
  const reference = `NX-${randomBytes(5).toString('hex').toUpperCase()}`
  const { providerId } = await find(name).begin(charge({ reference }))
  if (mode) await page.fault(name, mode)
  await page.act(name, reference, 'pay')
  const told = await noticesOf(reference, notices)
  return { reference, providerId, told, known: { reference, providerId, mayTake: true } }
}

async function noticesOf(reference: string, count: number, event = ''): Promise<Received[]> {
  const about = () => receiver.calls.filter(({ body }) => body.includes(reference) && body.includes(event))
  await expect.poll(() => about().length, { timeout: 10_000, interval: 20 }).toBeGreaterThanOrEqual(count)
  return about().map(receivedOf)
}

const receivedOf = ({ bytes, headers }: Recorded): Received => ({ rawBody: bytes, headers, at: new Date() })
const only = ([one]: Received[]): Received => {
  if (!one) throw new Error('Nothing was told')
  return one
}

/** What a notice came to: the reference that it names, or why it names none. */
const cameTo = (read: Reading): string => (typeof read === 'string' ? read : read.reference)

const names: Provider[] = ['stripe', 'paystack', 'flutterwave', 'paypal']

describe.each(names)('%s’s notices from the sandbox', (name) => {
  test('lead to the payment, and to its money', async () => {
    const { reference, told } = await paid(name)
    const read = await find(name).readNotice(only(told))
    if (typeof read === 'string') throw new Error(`A notice was ${read}`)
    expect(read.reference).toBe(reference)
    expect(await find(name).find({ ...read, mayTake: true })).toMatchObject({
      state: 'paid',
      reference,
      amountMinor: 590_000,
    })
  })

  test('are forged when one word of them is another', async () => {
    const { reference, told } = await paid(name)
    const { rawBody, headers, at } = only(told)
    const altered = Buffer.from(rawBody.toString().replaceAll(reference, 'NX-0THER00000'))
    const read = await find(name).readNotice({ rawBody: altered, headers, at })
    // Flutterwave signs the sender and not the words.
    expect(cameTo(read)).toBe(name === 'flutterwave' ? 'NX-0THER00000' : 'forged')
  })

  test('are forged when somebody else signed them', async () => {
    const { reference, told } = await paid(name, { mode: 'webhook-forged', notices: 2 })
    const read = await Promise.all(told.slice(0, 2).map((one) => find(name).readNotice(one)))
    expect(read.map(cameTo)).toEqual(['forged', reference])
  })

  test('of yesterday only make us ask, and Stripe’s not even that', async () => {
    const { reference, told } = await paid(name, { mode: 'webhook-stale' })
    const read = await find(name).readNotice(only(told))
    expect(cameTo(read)).toBe(name === 'stripe' ? 'forged' : reference)
  })

  test('of another provider are no notices', async () => {
    const { told } = await paid(name)
    const others = names.filter((other) => other !== name).map((other) => find(other).readNotice(only(told)))
    expect(await Promise.all(others)).toEqual(['forged', 'forged', 'forged'])
  })
})

// Flutterwave tells nothing of it.
test.each<[Provider, string]>([
  ['stripe', 'charge.refunded'],
  ['paystack', 'refund.processed'],
  ['paypal', 'PAYMENT.CAPTURE.REFUNDED'],
])('%s tells of money that went back by %s', async (name, event) => {
  const { reference, known } = await paid(name)
  await find(name).find(known)
  await find(name).refund({ ...known, amountMinor: 590_000, currency: 'USD', reason: 'Bought twice' })
  const told = await noticesOf(reference, 1, event)
  expect(cameTo(await find(name).readNotice(only(told)))).toBe(reference)
})
