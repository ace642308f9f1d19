import { expect, test } from 'vitest'
import type { Received } from './provider.ts'
import { keysAt, REFERENCE } from './test-kit/samples.ts'
import { flutterwaveProvider } from './flutterwave.ts'

const ID = 288_200_108
const keys = keysAt('https://api.flutterwave.com').flutterwave
const flutterwave = flutterwaveProvider(keys)

const received = (event: unknown, said: string | string[] | undefined = keys.webhookHash): Received => ({
  rawBody: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)),
  headers: { 'verif-hash': said },
  at: new Date(),
})
const completed = { event: 'charge.completed', data: { id: ID, tx_ref: REFERENCE, status: 'successful' } }

test('a notice with the word that was agreed on names the payment', async () => {
  expect(await flutterwave.readNotice(received(completed))).toEqual({ reference: REFERENCE, providerId: String(ID) })
  for (const said of ['', 'a-hash-of-this-tesT', 'a-hash', ['a-hash-of-this-test']])
    expect([String(said), await flutterwave.readNotice(received(completed, said))]).toEqual([String(said), 'forged'])
  expect(await flutterwave.readNotice({ ...received(completed), headers: {} })).toBe('forged')
})

test('what is no notice is unreadable, and what is not our concern is let be', async () => {
  for (const wrong of ['no json', '[]', 'null', '{}', { event: 'charge.completed', data: { id: 'x' } }])
    expect([JSON.stringify(wrong), await flutterwave.readNotice(received(wrong))]).toEqual([
      JSON.stringify(wrong),
      'unreadable',
    ])
  expect(await flutterwave.readNotice(received({ event: 'transfer.completed', data: {} }))).toBe('other')
})
