import { expect, test } from 'vitest'
import { holdTime, message, openReceiver, openSandbox, results } from './test-kit/sandbox.ts'

/** Receipts are gathered for so long. */
const GATHER_MS = 200
const headers = { 'content-type': 'application/json', authorization: 'Bearer a-key' }

test('a fault befalls as many calls as asked, in the order set, and can be cleared', async () => {
  const { submit, fault, url } = await openSandbox()
  await fault('sms', '500', { times: 2 })
  const answer = await fault('sms', '429')
  expect(await answer.json()).toEqual({
    faults: [
      { target: 'sms', mode: '500', times: 2 },
      { target: 'sms', mode: '429', times: 1 },
    ],
  })
  const statuses = []
  for (const reference of ['a', 'b', 'c', 'd']) statuses.push((await submit([message(reference)])).status)
  expect(statuses).toEqual([500, 500, 429, 200])
  await fault('sms', '500', { times: 5 })
  await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' })
  expect(await (await fetch(`${url}/_sandbox/faults`)).json()).toEqual({ faults: [] })
  expect((await submit([message('e')])).status).toBe(200)
})

test('a fault it does not know is refused with the ones it knows', async () => {
  const { fault, post } = await openSandbox()
  const wrong: [Response, RegExp][] = [
    [await fault('sms', 'explode'), /mode: sms knows delay, hold, timeout, 500/],
    [await fault('mail', '500'), /mode: mail knows refuse, tempfail/],
    [await fault('fax', '500'), /target: .*"sms"/],
    [await fault('sms', '500', { times: 0 }), /times/],
    [await fault('sms', '500', { often: 3 }), /often/],
    [await post('/_sandbox/faults', {}), /target/],
  ]
  for (const [response, sentence] of wrong) {
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'bad_request', message: expect.stringMatching(sentence) })
  }
})

test('500 and 429 take nothing', async () => {
  const { submit, post, smsInbox } = await openSandbox()
  await post('/_sandbox/faults', { target: 'sms', mode: 500 })
  expect((await submit([message('a')])).status).toBe(500)
  await post('/_sandbox/faults', { target: 'sms', mode: 429 })
  const busy = await submit([message('a')])
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await smsInbox()).total).toBe(0)
})

test('delay answers after two seconds', async () => {
  const { submit, fault } = await openSandbox()
  await fault('sms', 'delay')
  const time = holdTime()
  const answered = submit([message('a')])
  await time.pass(1_999)
  expect(time.pauses()).toBe(1)
  await time.pass(1)
  expect((await answered).status).toBe(200)
})

test('hold answers once the faults are cleared, and others meanwhile', async () => {
  const { submit, fault, faultsAreTaken, smsInbox, url } = await openSandbox()
  await fault('sms', 'hold')
  const held = submit([message('a')])
  await faultsAreTaken()
  expect((await submit([message('b')])).status).toBe(200)
  expect((await smsInbox()).items.map(({ reference }) => reference)).toEqual(['b'])
  await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' })
  expect((await held).status).toBe(200)
  expect((await smsInbox()).items.map(({ reference }) => reference)).toEqual(['a', 'b'])
})

test('timeout takes nothing, never answers, and hangs up at last', async () => {
  const { submit, fault, faultsAreTaken, smsInbox } = await openSandbox()
  const caller = new AbortController()
  await fault('sms', 'timeout')
  const waiting = submit([message('a')], undefined, { headers, signal: caller.signal })
  await faultsAreTaken()
  caller.abort(new Error('waits no longer'))
  await expect(waiting).rejects.toThrow('waits no longer')
  await fault('sms', 'timeout', { waitMs: 100 })
  await expect(submit([message('a')])).rejects.toThrow('fetch failed')
  expect((await smsInbox()).total).toBe(0)
})

test('accept-late takes the messages although the caller no longer waits', async () => {
  const { submit, fault, smsInbox, lookup } = await openSandbox()
  const receiver = await openReceiver()
  const caller = new AbortController()
  await fault('sms', 'accept-late')
  const waiting = submit([message('a')], receiver.url, { headers, signal: caller.signal })
  await receiver.hasCalls(1)
  caller.abort(new Error('waits no longer'))
  await expect(waiting).rejects.toThrow('waits no longer')
  expect((await smsInbox()).items).toMatchObject([{ reference: 'a', state: 'delivered', attempts: 1 }])
  expect(results.parse(await (await lookup(['a'])).json()).results[0]?.status).toBe('accepted')
  await fault('sms', 'accept-late', { waitMs: 300 })
  expect(results.parse(await (await submit([message('b')])).json()).results[0]?.status).toBe('accepted')
})

test('malformed takes the messages and answers what is no JSON', async () => {
  const { submit, fault, smsInbox } = await openSandbox()
  await fault('sms', 'malformed')
  const response = await submit([message('a')])
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/json'),
  ])
  await expect(response.json()).rejects.toThrow(SyntaxError)
  expect((await smsInbox()).total).toBe(1)
})

test('refuse-half refuses every second message, for good', async () => {
  const { submit, fault } = await openSandbox()
  const receiver = await openReceiver()
  await fault('sms', 'refuse-half')
  const batch = ['a', 'b', 'c', 'd'].map((reference) => message(reference))
  const outcome = async () =>
    results.parse(await (await submit(batch, receiver.url)).json()).results.map((one) => one.code ?? one.status)
  expect(await outcome()).toEqual(['accepted', 'refused', 'accepted', 'refused'])
  expect(await outcome()).toEqual(['accepted', 'refused', 'accepted', 'refused'])
  await receiver.hasCalls(1)
  expect(receiver.calls[0]?.receipts.map((receipt) => receipt.reference)).toEqual(['a', 'c'])
})

test('webhook-twice brings the same receipts twice', async () => {
  const { submit, fault } = await openSandbox()
  const receiver = await openReceiver()
  await fault('sms', 'webhook-twice')
  await submit([message('a')], receiver.url)
  await receiver.hasCalls(2)
  expect(receiver.calls[1]?.receipts).toEqual(receiver.calls[0]?.receipts)
  expect(receiver.calls.every((call) => call.genuine)).toBe(true)
})

test('webhook-late brings receipts late', async () => {
  const { submit, fault } = await openSandbox()
  const receiver = await openReceiver()
  await fault('sms', 'webhook-late', { waitMs: 1_500 })
  const time = holdTime()
  await submit([message('a')], receiver.url)
  await time.pass(GATHER_MS)
  await time.pass(1_499)
  expect(time.pauses()).toBe(1)
  await time.pass(1)
  await receiver.hasCalls(1)
  expect(receiver.calls).toHaveLength(1)
})

test('webhook-reordered turns a batch round and lets a later one overtake it', async () => {
  const { submit, fault } = await openSandbox()
  const receiver = await openReceiver()
  await fault('sms', 'webhook-reordered')
  const time = holdTime()
  await submit([message('a'), message('b')], receiver.url)
  await time.pass(GATHER_MS)
  await submit([message('c')], receiver.url)
  await time.pass(GATHER_MS)
  await receiver.hasCalls(1)
  await time.pass(1_000)
  await receiver.hasCalls(2)
  expect(receiver.calls.map((call) => call.receipts.map((receipt) => receipt.reference))).toEqual([['c'], ['b', 'a']])
})

test('webhook-forged brings a wrongly signed batch that tells the opposite, then the true one', async () => {
  const { submit, fault } = await openSandbox()
  const receiver = await openReceiver()
  await fault('sms', 'webhook-forged')
  await submit([message('a'), message('b', { to: '+2348030000099' })], receiver.url)
  await receiver.hasCalls(2)
  expect(receiver.calls.map((call) => [call.genuine, call.receipts.map((receipt) => receipt.state)])).toEqual([
    [false, ['failed', 'delivered']],
    [true, ['delivered', 'failed']],
  ])
})

test('look-ups fail by their own faults only', async () => {
  const { submit, lookup, fault } = await openSandbox()
  await fault('sms', '500')
  expect((await lookup(['a'])).status).toBe(200)
  await fault('sms-lookup', '429')
  expect((await submit([message('a')])).status).toBe(500)
  expect((await lookup(['a'])).status).toBe(429)
  await fault('sms-lookup', 'malformed')
  await expect((await lookup(['a'])).json()).rejects.toThrow(SyntaxError)
  expect((await lookup(['a'])).status).toBe(200)
})
