import { expect, test } from 'vitest'
import { holdTime, message, openReceiver, openSandbox, results, type SentMessage } from './test-kit/sandbox.ts'

test('takes messages and answers for each in order', async () => {
  const { submit } = await openSandbox()
  const response = await submit([
    message('a'),
    message('b', { to: '+2348030000098' }),
    message('c', { to: '08031234567' }),
    message('d', { to: '+2348030000099' }),
  ])
  expect(response.status).toBe(200)
  const answered = results.parse(await response.json()).results
  expect(answered.map(({ reference, status, code }) => [reference, status, code])).toEqual([
    ['a', 'accepted', undefined],
    ['b', 'rejected', 'invalid_number'],
    ['c', 'rejected', 'invalid_number'],
    ['d', 'accepted', undefined],
  ])
  expect(answered[0]?.id).toMatch(/^sms_/)
  expect(answered[1]?.message).toBeTruthy()
})

test('sends signed receipts: delivered, or failed for numbers ending in 99', async () => {
  const { submit, smsInbox } = await openSandbox()
  const receiver = await openReceiver()
  await submit(
    [message('a'), message('b', { to: '+2348030000099' }), message('c', { to: '+2348030000098' })],
    receiver.url,
  )
  await receiver.hasCalls(1)
  expect(receiver.calls).toHaveLength(1)
  expect(receiver.calls[0]?.genuine).toBe(true)
  expect(receiver.calls[0]?.receipts.map(({ reference, state, code }) => [reference, state, code])).toEqual([
    ['a', 'delivered', null],
    ['b', 'failed', 'phone_off'],
  ])
  const { items } = await smsInbox()
  expect(items.map(({ reference, state }) => [reference, state])).toEqual([
    ['c', 'rejected'],
    ['b', 'failed'],
    ['a', 'delivered'],
  ])
  expect(items[2]?.id).toBe(receiver.calls[0]?.receipts[0]?.id)
})

test('answers a repeated reference as before and delivers it once', async () => {
  const { submit, smsInbox } = await openSandbox()
  const receiver = await openReceiver()
  const batch = [message('a'), message('b', { to: '+2348030000098' })]
  const first = await (await submit(batch, receiver.url)).text()
  const second = await (await submit([...batch], receiver.url)).text()
  expect(second).toBe(first)
  await receiver.hasCalls(1)
  await submit([message('a', { text: 'Other words' })], receiver.url)
  // A receipt of the repeated message would come before, or together with, the one of the next message.
  await submit([message('c')], receiver.url)
  await receiver.hasCalls(2)
  expect(receiver.calls.flatMap((call) => call.receipts.map((receipt) => receipt.reference))).toEqual(['a', 'c'])
  const { total, items } = await smsInbox('?reference=a')
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ attempts: 3, text: 'Service begins at nine.' })
})

test('tells what became of references, and which it never saw', async () => {
  const { submit, lookup } = await openSandbox()
  const submitted = results.parse(await (await submit([message('a'), message('b', { to: '+2348030000098' })])).json())
  const response = await lookup(['b', 'never', 'a'])
  const [a, b] = submitted.results
  expect(await response.json()).toEqual({
    results: [b, { reference: 'never', status: 'not_found' }, { ...a, state: 'accepted', code: null }],
  })
})

test('refuses calls without its key', async () => {
  const { post, smsInbox } = await openSandbox()
  const body = { messages: [message('a')], receiptUrl: 'http://127.0.0.1:9/' }
  for (const authorization of ['', 'Bearer another', 'a-key']) {
    for (const path of ['/sms/v1/messages', '/sms/v1/messages/lookup']) {
      const response = await post(path, body, { headers: { 'content-type': 'application/json', authorization } })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error: 'unauthorized' })
    }
  }
  expect((await smsInbox()).total).toBe(0)
})

test('posts receipts to this machine only', async () => {
  const { submit, smsInbox } = await openSandbox()
  const elsewhere = [
    'http://example.com/',
    'http://10.0.0.1/',
    'http://localhost.example.com/',
    'http://127.0.0.1@example.com/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'nonsense',
    '',
  ]
  for (const [index, receiptUrl] of elsewhere.entries()) {
    const response = await submit([message(`e${index}`)], receiptUrl)
    expect([receiptUrl, response.status]).toEqual([receiptUrl, 400])
    expect(await response.json()).toMatchObject({
      error: 'bad_request',
      message: expect.stringContaining('receiptUrl'),
    })
  }
  expect((await smsInbox()).total).toBe(0)
  for (const [index, host] of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]'].entries())
    expect((await submit([message(`h${index}`)], `http://${host}:9/receipts`)).status).toBe(200)
})

test('names the first wrong place of a call it cannot read', async () => {
  const { submit, post } = await openSandbox()
  const tooMany = Array.from({ length: 1_001 }, (_, index) => message(String(index)))
  const wrong: [Response, string][] = [
    [await submit([]), 'messages'],
    [await submit(tooMany), 'messages'],
    [await submit([message('a'), message('')]), 'messages.1.reference'],
    [await post('/sms/v1/messages', 'text'), 'input'],
    [await post('/sms/v1/messages', null, { body: '{"messages":' }), 'JSON'],
    [await post('/sms/v1/messages/lookup', { references: [1] }), 'references.0'],
  ]
  for (const [response, place] of wrong) {
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 'bad_request', message: expect.stringContaining(place) })
  }
})

test('takes a full batch of long messages', async () => {
  const { submit } = await openSandbox()
  const batch = Array.from({ length: 1_000 }, (_, index) => message(`long${index}`, { text: 'x'.repeat(4_200) }))
  expect((await submit(batch)).status).toBe(200)
})

test('tries a receipt again after longer and longer pauses, until the receiver takes it', async () => {
  const { submit } = await openSandbox()
  const receiver = await openReceiver([500, 302])
  const time = holdTime()
  await submit([message('a')], receiver.url)
  await time.pass(200)
  for (const pause of [500, 1_000]) {
    await time.pass(pause - 1)
    expect(time.pauses()).toBe(1)
    await time.pass(1)
  }
  await receiver.hasCalls(3)
  expect(receiver.calls.map(({ receipts, genuine }) => [receipts[0]?.reference, genuine])).toEqual([
    ['a', true],
    ['a', true],
    ['a', true],
  ])
  await submit([message('b')], receiver.url)
  await time.pass(200)
  await receiver.hasCalls(4)
  expect(receiver.calls[3]?.receipts.map(({ reference }) => reference)).toEqual(['b'])
  // No pause: nothing is to be tried again.
  expect(time.pauses()).toBe(0)
})

test('gathers receipts, at most 500 to a call, one for each message', async () => {
  const { submit, smsInbox } = await openSandbox()
  const receiver = await openReceiver()
  const batches: SentMessage[][] = [0, 1, 2].map((batch) =>
    Array.from({ length: 400 }, (_, index) => message(`${batch}-${index}`)),
  )
  await Promise.all(batches.map((batch) => submit(batch, receiver.url)))
  const received = () => receiver.calls.flatMap((call) => call.receipts.map((receipt) => receipt.reference))
  await expect.poll(() => received().length, { timeout: 5_000 }).toBe(1_200)
  expect(new Set(received()).size).toBe(1_200)
  expect(Math.max(...receiver.calls.map((call) => call.receipts.length))).toBe(500)
  expect((await smsInbox('?limit=2000')).items.filter((item) => item.state === 'delivered')).toHaveLength(1_200)
})

test('shows the newest first, by number or reference, and can be emptied', async () => {
  const { submit, smsInbox, url, lookup } = await openSandbox()
  await submit([message('a'), message('b', { to: '+233200000000' }), message('c')])
  expect((await smsInbox()).items.map((item) => item.reference)).toEqual(['c', 'b', 'a'])
  expect(await smsInbox('?limit=1')).toMatchObject({ total: 3, items: [{ reference: 'c' }] })
  expect((await smsInbox(`?to=${encodeURIComponent('+2348031234567')}`)).items.map((item) => item.reference)).toEqual([
    'c',
    'a',
  ])
  expect((await fetch(`${url}/_sandbox/sms?limit=0`)).status).toBe(400)
  expect((await fetch(`${url}/_sandbox/sms?limt=5`)).status).toBe(400)
  await fetch(`${url}/_sandbox/sms`, { method: 'DELETE' })
  expect(await smsInbox()).toEqual({ total: 0, items: [] })
  expect(await (await lookup(['a'])).json()).toEqual({ results: [{ reference: 'a', status: 'not_found' }] })
})

test('a message that arrived is answered on its page, and a page elsewhere answers nothing', async () => {
  const { url, submit } = await openSandbox()
  await submit([message('to-answer', { to: '+2348035550101', from: 'GRACE', text: '<b>Come</b>' })])
  expect(await (await fetch(url)).text()).toContain('/sms/reply?to=to-answer')
  const form = await fetch(`${url}/sms/reply?to=to-answer`)
  expect(form.headers.get('content-security-policy')).toContain("form-action 'self'")
  const shown = await form.text()
  expect(shown).toContain('&lt;b&gt;Come&lt;/b&gt;')
  const press = (headers: object = {}) =>
    fetch(`${url}/sms/reply?to=to-answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'text=STOP',
      redirect: 'manual',
    })
  expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(400)
  // Nobody takes it here.
  const refused = await press()
  expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('did not take the reply')])
  expect((await fetch(`${url}/sms/reply?to=nobody`)).status).toBe(400)
})
